"""`tf.train`: optimizers and training, checkpoints and records, servers."""

from grader.engine.core.absent import absent as _absent
from grader.engine.core.schema import *
from grader.engine.runtime.servers import *
from grader.engine.saving.checkpoints import *
from grader.engine.saving.events import summary_iterator
from grader.engine.saving.meta_graphs import *
from grader.engine.saving.saver import *
from grader.engine.training.decays import *
from grader.engine.training.global_step import *
from grader.engine.training.inputs import *
from grader.engine.training.moving_averages import *
from grader.engine.training.optimizer import *
from grader.engine.training.optimizers import *
from grader.engine.training.threads import *

__getattr__ = _absent("tf.train")
