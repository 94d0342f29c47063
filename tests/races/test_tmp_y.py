from tests.races.test_store_away import *
import tests.races.test_store_away as m
from tests.races import callers
from tests.races.callers import _raw, _received
import socket
TR=[]
def tog(asks):
    prepared = [(socket.create_connection(("127.0.0.1", port), 30), _raw(ask), ask) for port, ask in asks]
    b=time.monotonic()
    for c, raw,_ in prepared: c.sendall(raw)
    out=[]
    for c,_,ask in prepared:
        out.append(_received(c)); TR.append((round(time.monotonic()-b,2), ask.method, ask.path[-20:]))
    return out
m.together=tog
def test_y(site, lines):
    try: test_every_operation_answers_in_time_while_the_store_hangs(site, lines)
    finally: print(TR)
