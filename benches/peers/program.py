"""Runs a program that the page gave: `python benches/peers/program.py FILE`."""

import runpy
import sys

sys.dont_write_bytecode = True
from opacus_alone import opacus_accountants

opacus_accountants()
runpy.run_path(sys.argv[1])
