"""What a team that annotates scenarios needs: a project, agreement, a merged gold standard, statistics."""
