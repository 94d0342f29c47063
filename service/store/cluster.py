"""The client for a Redis Cluster. redis-py finds the nodes; every command is a call of its own there."""

import os
import random
import threading
from collections.abc import Iterator, Sequence
from typing import Any

import redis
from redis.backoff import NoBackoff
from redis.cluster import RedisCluster
from redis.exceptions import ReadOnlyError, RedisClusterException, RedisError, ResponseError
from redis.exceptions import TimeoutError as TimedOut
from redis.retry import Retry

from .errors import translate
from .wire import OPTIONS, SCAN_COUNT, TIMEOUT_S, Client, Command, Connection, Memory, memory_of


class ClusterClient(Client):
    """A cluster, known by the address of one of its nodes."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._opened: Any = None
        self._pid = os.getpid()
        self._lock = threading.Lock()

    def send(self, commands: Sequence[Command]) -> list[Any]:
        return [self._send_one(command) for command in commands]

    def _send_one(self, command: Command) -> Any:
        try:
            reply = self._cluster().execute_command(*command)
        except ReadOnlyError as error:
            self.close()  # the topology that we know is an old one
            return error
        except ResponseError as error:
            return error
        except (RedisError, RedisClusterException, OSError) as error:
            raise translate(error) from error
        # redis-py makes a dict of pairs; the server gave a flat list.
        return [item for pair in reply.items() for item in pair] if isinstance(reply, dict) else reply

    def _cluster(self) -> Any:
        if self._pid != os.getpid():
            self._opened, self._pid, self._lock = None, os.getpid(), threading.Lock()
        opened = self._opened
        return opened if opened is not None else self._open()

    def _open(self) -> Any:
        # Those who wait for another thread's try must have their answer in time too.
        if not self._lock.acquire(timeout=TIMEOUT_S):
            raise TimedOut("the cluster has not been found yet")
        try:
            if self._opened is None:
                self._opened = RedisCluster.from_url(self._url, retry=Retry(NoBackoff(), 1), **OPTIONS)
            return self._opened
        finally:
            self._lock.release()

    def memory(self) -> list[Memory]:
        try:
            nodes = self._cluster().get_primaries()
            return [memory_of(self._cluster().execute_command("INFO", "memory", target_nodes=node)) for node in nodes]
        except (RedisError, RedisClusterException, OSError) as error:
            raise translate(error) from error

    def scan(self, pattern: str) -> Iterator[list[str]]:
        for node in self._cluster().get_primaries():
            try:
                yield from self._scan_node(self._cluster().get_redis_connection(node), pattern)
            except (RedisError, RedisClusterException, OSError) as error:
                raise translate(error) from error

    @staticmethod
    def _scan_node(node: Any, pattern: str) -> Iterator[list[str]]:
        cursor = -1
        while cursor:
            cursor, keys = node.scan(max(cursor, 0), match=pattern, count=SCAN_COUNT)
            yield [key.decode() for key in keys]

    def subscriber(self) -> Connection:
        """Any node will do: the cluster passes messages on to all."""
        pool = redis.ConnectionPool.from_url(self._url, **OPTIONS)
        kwargs = dict(pool.connection_kwargs)
        if self._opened is not None and self._pid == os.getpid():
            node = random.choice(self._opened.get_primaries())  # noqa: S311 - any of them
            kwargs.update(host=node.host, port=node.port)
        return pool.connection_class(retry=Retry(NoBackoff(), 0), **kwargs)

    def close(self) -> None:
        with self._lock:
            opened, self._opened = self._opened, None
        if opened is not None:
            opened.close()
