"""The systems that choose endings: the nine of the shared task, variants of three, four sanity rows, tacit's own."""

from __future__ import annotations

from tacit.systems import register, register_llm, register_models, register_trial

_COMPARE = "tacit endings compare --test val_spring2016.csv --train stories.tsv --folds 5 --seed 0"
_SENTIMENT = "--subset sentiment"
_EVALUATE = "tacit endings evaluate --system {} --folds 5 --seed 0 --test val_spring2016.csv"
"""Five-fold cross-validation by story on the spring 2016 validation set; ROCStories for those that learn from it."""
_DATA = "Story Cloze Test, spring 2016 validation set (val_spring2016.csv, 1,871 stories)"
_STORIES = f"{_DATA}; ROCStories (stories.tsv, 62,202 stories) to learn from"
_FOLDS = "five-fold cross-validation by story, one seed; accuracy_hard on the 883 stories that ending style gets wrong"
_PUBLISHED = f"{_FOLDS}; published: the test set of spring 2016"
_CHOSEN = f"{_PUBLISHED}; features and settings were chosen on these same folds"
_SEEN = 0
"""No story is in two folds, and none of the 1,871 stands in ROCStories."""

register(
    "endings",
    "msap",
    about="logistic regression: ending style and language-model scores",
    load="tacit.endings.systems.msap:Msap",
    paper="Schwartz et al. 2017",
    published={"accuracy": 0.752},
    measured={"accuracy": 0.756, "accuracy_hard": 0.547},
    replaces="the recurrent language model of ROCStories by SmolLM2-135M, a far larger causal transformer, unless "
    "--language-model names one that train-language-model wrote; rare words by their suffix, not tag",
    data=_DATA,
    protocol=f"{_PUBLISHED}; the weight of language-model scores was tried on these same folds",
    seen_in_training=_SEEN,
    command=_EVALUATE.format("msap"),
)
register(
    "endings",
    "cogcomp",
    about="logistic regression: event sequence, sentiment trajectory, topic",
    load="tacit.endings.systems.cogcomp:Cogcomp",
    paper="Chaturvedi, Peng and Roth 2017",
    published={"accuracy": 0.744},
    measured={"accuracy": 0.725, "accuracy_hard": 0.613},
    replaces="FrameNet frames by verbs; two sentiment lexicons by VADER; word2vec by GloVe; has features that the "
    "original has not: vectors of events, what endings are made of, pairs of words, negation",
    data=_STORIES,
    protocol=_CHOSEN,
    seen_in_training=_SEEN,
    command=_COMPARE,
)
register(
    "endings",
    "tbmihaylov",
    about="three BiLSTMs and a logistic regression over word vectors of story and ending",
    load="tacit.endings.systems.tbmihaylov:Tbmihaylov",
    paper="Mihaylov and Frank 2017",
    published={"accuracy": 0.728},
    measured={"accuracy": 0.714, "accuracy_hard": 0.567},
    replaces="word2vec by GloVe; the paper has one LSTM or one regression, here three LSTMs and a regression are "
    "multiplied, so no reproduction: see tbmihaylov_lstm and tbmihaylov_regression",
    data=_DATA,
    protocol=_CHOSEN,
    seen_in_training=_SEEN,
    command=_COMPARE,
)
register(
    "endings",
    "tbmihaylov_lstm",
    about="one BiLSTM over word vectors of story and ending, with their similarities",
    load="tacit.endings.systems.tbmihaylov:TbmihaylovLstm",
    paper="Mihaylov and Frank 2017",
    published={"accuracy": 0.728},
    measured={"accuracy": 0.684, "accuracy_hard": 0.525},
    replaces="word2vec by GloVe",
    data=_DATA,
    protocol=_PUBLISHED,
    seen_in_training=_SEEN,
    command=_EVALUATE.format("tbmihaylov_lstm"),
)
register(
    "endings",
    "tbmihaylov_regression",
    about="one logistic regression over aggregated word vectors of story and ending",
    load="tacit.endings.systems.tbmihaylov:TbmihaylovRegression",
    paper="Mihaylov and Frank 2017",
    measured={"accuracy": 0.701, "accuracy_hard": 0.570},
    replaces="word2vec by GloVe; products of ending and story, and of the main directions of both, are additions",
    data=_DATA,
    protocol=_PUBLISHED,
    seen_in_training=_SEEN,
    command=_EVALUATE.format("tbmihaylov_regression"),
)
register(
    "endings",
    "ukp",
    about="BiLSTM with overlap, sentiment, negation and pronoun features",
    load="tacit.endings.systems.ukp:Ukp",
    paper="Bugert et al. 2017",
    published={"accuracy": 0.717},
    measured={"accuracy": 0.737, "accuracy_hard": 0.600},
    replaces="CoreNLP and DKPro TC by word lists and VADER; learns from clozes alone, without the wrong endings "
    "that the paper makes up for ROCStories: see ukp_stories",
    data=_DATA,
    protocol=_PUBLISHED,
    seen_in_training=_SEEN,
    command=_COMPARE,
)
register(
    "endings",
    "ukp_stories",
    about="the same after training on stories with made-up wrong endings",
    load="tacit.endings.systems.ukp:UkpStories",
    paper="Bugert et al. 2017",
    published={"accuracy": 0.717},
    replaces="CoreNLP and DKPro TC by word lists and VADER; the paper's own ways to make up endings by random, "
    "backward and nearest ones; 3,000 stories drawn from the 62,202 that can be had",
    data=_STORIES,
    protocol=_PUBLISHED,
    seen_in_training=_SEEN,
    command=f"{_EVALUATE.format('ukp_stories')} --train stories.tsv",
)
register(
    "endings",
    "acoli",
    about="support vector machine over aggregated word vectors",
    load="tacit.endings.systems.acoli:Acoli",
    paper="Schenk and Chiarcos 2017",
    published={"accuracy": 0.700},
    measured={"accuracy": 0.700, "accuracy_hard": 0.548},
    replaces="word2vec: GloVe alone",
    data=_DATA,
    protocol=_CHOSEN,
    seen_in_training=_SEEN,
    command=_COMPARE,
)
register(
    "endings",
    "roemmele",
    about="GRU over sentence vectors, trained on made-up wrong endings",
    load="tacit.endings.systems.roemmele:Roemmele",
    paper="Roemmele et al. 2017",
    published={"accuracy": 0.672},
    measured={"accuracy": 0.747, "accuracy_hard": 0.613},
    replaces="skip-thought vectors by those of all-MiniLM-L6-v2; learns from clozes after the made-up endings, so no "
    "reproduction: see roemmele_unsupervised",
    data=_STORIES,
    protocol=_PUBLISHED,
    seen_in_training=_SEEN,
    command=_COMPARE,
)
register(
    "endings",
    "roemmele_unsupervised",
    about="the same from made-up wrong endings alone",
    load="tacit.endings.systems.roemmele:RoemmeleUnsupervised",
    paper="Roemmele et al. 2017",
    published={"accuracy": 0.672},
    replaces="skip-thought vectors by those of all-MiniLM-L6-v2; random, backward and nearest endings, no generated "
    "ones; 10,000 stories drawn from the 62,202 that can be had",
    data=_STORIES,
    protocol=_PUBLISHED,
    seen_in_training=_SEEN,
    command="tacit endings evaluate --system roemmele_unsupervised --seed 0 --train stories.tsv "
    "--test val_spring2016.csv",
)
register(
    "endings",
    "mflor",
    about="rules: sentiment that fits, then words that cohere",
    load="tacit.endings.systems.mflor:Mflor",
    paper="Flor and Somasundaran 2017",
    published={"accuracy": 0.621},
    measured={"accuracy": 0.651, "accuracy_hard": 0.621},
    replaces="PMI from Gigaword by PMI from ROCStories",
    data=_STORIES,
    protocol=_PUBLISHED,
    seen_in_training=_SEEN,
    command=f"{_EVALUATE.format('mflor')} --train stories.tsv",
    also_measured={_SENTIMENT: {"accuracy": 0.667, "accuracy_hard": 0.635}},
)
register(
    "endings",
    "pranav_goel",
    about="logistic regression: sentiment overlap and sentence similarity",
    load="tacit.endings.systems.pranav_goel:PranavGoel",
    paper="Goel and Singh 2017",
    published={"accuracy": 0.604},
    measured={"accuracy": 0.664, "accuracy_hard": 0.606},
    replaces="word2vec by GloVe; the similarity learnt from SICK by plain cosines",
    data=_DATA,
    protocol=_PUBLISHED,
    seen_in_training=_SEEN,
    command=_COMPARE,
)
register(
    "endings",
    "rocnlp",
    about="deep structured semantic model: story and ending in one space",
    load="tacit.endings.systems.rocnlp:Rocnlp",
    paper="Mostafazadeh et al. 2016",
    published={"accuracy": 0.595},
    measured={"accuracy": 0.584, "accuracy_hard": 0.582},
    replaces="98,159 stories by the 62,202 that can be had; letter triples by mean word vectors",
    data=_STORIES,
    protocol=_CHOSEN,
    seen_in_training=_SEEN,
    command=_COMPARE,
)
register(
    "endings",
    "ending_only",
    about="the ending's style without its story",
    load="tacit.endings.systems.ending_only:EndingOnly",
    paper="Schwartz et al. 2017",
    published={"accuracy": 0.724},
    measured={"accuracy": 0.704, "accuracy_hard": 0.373},
    data=_DATA,
    protocol=_PUBLISHED,
    seen_in_training=_SEEN,
    command=_COMPARE,
)
register(
    "endings",
    "sentiment_only",
    about="the tone of ending and story",
    load="tacit.endings.systems.sentiment_only:SentimentOnly",
    measured={"accuracy": 0.648, "accuracy_hard": 0.598},
    data=_DATA,
    protocol=_FOLDS,
    seen_in_training=_SEEN,
    command=_EVALUATE.format("sentiment_only"),
    also_measured={_SENTIMENT: {"accuracy": 0.684, "accuracy_hard": 0.623}},
)
register(
    "endings",
    "lm_only",
    about="how probable a language model finds the ending",
    load="tacit.endings.systems.lm_only:LanguageModelOnly",
    measured={"accuracy": 0.655, "accuracy_hard": 0.663},
    data=_DATA,
    protocol=_FOLDS,
    seen_in_training=_SEEN,
    command=_COMPARE,
)
register(
    "endings",
    "constant",
    about="always the first ending",
    load="tacit.endings.systems.constant:Constant",
    measured={"accuracy": 0.514, "accuracy_hard": 0.523},
    data=_DATA,
    protocol=_FOLDS,
    seen_in_training=_SEEN,
    command=_COMPARE,
)
register(
    "endings",
    "tacit",
    about="causal language models adapted to choose, one a fold, on a calibrated scale",
    load="tacit.endings.systems.tacit:Tacit",
    measured={"accuracy": 0.888, "accuracy_hard": 0.824},
    data=_DATA,
    protocol=f"{_FOLDS}; the layer of the head was chosen among three on these stories, and other evidence left out"
    " after its figures were seen",
    seen_in_training=_SEEN,
    command="tacit endings evaluate --system tacit --folds 5 --seed 0 --test val_spring2016.csv",
)
register_models(
    "endings",
    default="tacit",
    shipped={"tacit": "endings"},
    trainer="tacit.endings.train:train",
    command="tacit endings train",
    also="--train or --folds to evaluate",
)
register_trial("endings", "tacit.endings.trial:trial", default="tacit")
register_llm(
    "endings",
    load="tacit.endings.asking:llm",
    about="a language model of yours chooses, alone or on top of another system",
    command="tacit endings evaluate --system llm:MODEL@URL --test val.csv",
)
