"""asyncio's Task and TaskQueue in plain Python, so that everything follows the virtual clock.

MicroPython's built-in ones stamp a task that is to run at once with the real clock, which would make the order of tasks
depend on how fast the laptop is. First in, first out among tasks of the same time. No allocation when pushing.
"""

import asyncio.core as core


class TaskQueue:
    """Tasks in order of time, a singly linked list: a table has few tasks."""

    def __init__(self):
        self._head = None

    def peek(self):
        return self._head

    def push(self, task, key=None):
        task.data = None
        if key is None:
            key = core.ticks()
        task.ph_key = key
        at = self._head
        if at is None or key < at.ph_key:
            task.link = at
            self._head = task
            return
        while at.link is not None and at.link.ph_key <= key:
            at = at.link
        task.link = at.link
        at.link = task

    def pop(self):
        task = self._head
        if task is None:
            raise IndexError("empty heap")
        self._head = task.link
        task.link = None
        return task

    def remove(self, task):
        at = self._head
        if at is task:
            self._head = task.link
        else:
            while at is not None and at.link is not task:
                at = at.link
            if at is not None:
                at.link = task.link
        task.link = None


class Task:
    """`state`: True running, None done and nobody waited, False done and waited for, a TaskQueue of those waiting, or
    a function to call at the end. `data`: what it waits in (a queue, a task), or the exception to throw into it."""

    def __init__(self, coro, globals=None):
        self.coro = coro
        self.data = None
        self.state = True
        self.ph_key = 0
        self.link = None

    def done(self):
        return not self.state

    def cancel(self):
        if not self.state:
            return False
        if self is core.cur_task:
            raise RuntimeError("can't cancel self")
        task = self
        while isinstance(task.data, Task):
            task = task.data
        if hasattr(task.data, "remove"):
            task.data.remove(task)
            core._task_queue.push(task)
        elif task.ph_key > core.ticks():
            core._task_queue.remove(task)
            core._task_queue.push(task)
        task.data = core.CancelledError
        return True

    def __iter__(self):
        if not self.state:
            self.state = False
        elif self.state is True:
            self.state = TaskQueue()
        elif type(self.state) is not TaskQueue:
            raise RuntimeError("can't wait")
        return self

    def __next__(self):
        if not self.state:
            raise self.data
        waiting = core.cur_task
        self.state.push(waiting)
        waiting.data = self
