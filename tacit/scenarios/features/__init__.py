"""What several systems share: content words, topics, tf.idf, classifiers."""
