"""What a server or a command needs, loaded by being imported: modules, and the machine code of all games that is on disk."""

import gc

from sandtable.cli import serve  # noqa: F401
from sandtable.kernel import warm as rules
from sandtable.kernel.registry import games, load
from sandtable.search import warm as search
from sandtable.server import backup, doctor, worker  # noqa: F401

for name in games():
    for module, steps in ((rules.RULES, rules.steps), (search.SEARCH, search.steps)):
        if rules.is_warm(name, module):
            for _, call in steps(load(name)):
                call()
gc.freeze()  # nobody who is forked from here looks for garbage in it, or copies it by looking
