# Runs in the Python that a session starts: executes code for it, and asks it on behalf of `barpoint.gnubg`.
import json
import os
import socket
import sys


def serve():
    port, token, version = os.environ.pop("BARPOINT_SESSION").split(":")
    connection = socket.create_connection(("127.0.0.1", int(port)))
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    answers = connection.makefile("r", encoding="utf-8", newline="\n")

    def tell(message):
        connection.sendall(json.dumps(message).encode() + b"\n")

    connection.sendall(token.encode() + b"\n")
    try:
        import barpoint
        from barpoint import gnubg

        if barpoint.__version__ != version:
            return tell({"failed": f"its package barpoint is version {barpoint.__version__}, and this program {version}"})
    except ImportError as error:
        return tell({"failed": str(error)})

    import code
    import contextlib
    import signal
    import threading
    import traceback
    import types

    lock = threading.Lock()

    @contextlib.contextmanager
    def undisturbed():
        # An interruption waits for the answer that is on its way, so that the next one isn't taken for it.
        if not hasattr(signal, "pthread_sigmask"):
            yield
            return
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def ask(request):
        with lock, undisturbed():
            tell({"ask": request})
            line = answers.readline()
        if not line:
            raise SystemExit(1)
        return json.loads(line)

    gnubg._attach(ask)
    sys.modules["gnubg"] = gnubg
    sys.argv = [""]
    main = types.ModuleType("__main__")
    main.__dict__.update(gnubg=gnubg, os=os, sys=sys, swapboard=gnubg.swapboard, pipcount=gnubg.pipcount)
    sys.modules["__main__"] = main

    class Prompt(code.InteractiveConsole):
        def raw_input(self, prompt=""):
            sys.stdout.flush()
            line = ask({"ask": "line", "prompt": prompt})
            if line is None:
                raise EOFError
            return line

    def run(job):
        if "prompt" in job:
            Prompt(main.__dict__).interact("Python " + sys.version.replace("\n", ""), "now exiting InteractiveConsole...")
            return
        if "file" in job:
            with open(job["file"], "rb") as file:
                text, name = file.read(), job["file"]
            place = text.find(b"\0")
            if place >= 0:
                # Python names neither the file nor the line.
                line = text.count(b"\n", 0, place) + 1
                raise SyntaxError("source code cannot contain null bytes; a script is UTF-8 text", (name, line, None, None))
        else:
            text, name = job["line"], "<string>"
        exec(compile(text, name, "exec"), main.__dict__)

    def ran(job):
        try:
            signal.signal(signal.SIGINT, handler)
            run(job)
            return {"ran": 0}
        except SystemExit as leave:
            if leave.code is None or isinstance(leave.code, int):
                return {"exit": (leave.code or 0) & 255}
            print(leave.code, file=sys.stderr)
            return {"exit": 1}
        except BaseException as error:
            # The frames above are no business of the script.
            trace = error.__traceback__
            for _ in range(2):
                trace = trace and trace.tb_next
            traceback.print_exception(type(error), error, trace)
            return {"ran": 1}
        finally:
            for stream in (sys.stdout, sys.stderr):
                try:
                    stream.flush()
                except (OSError, ValueError):
                    pass

    # What is interrupted between two pieces of code is the session's own work.
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN) or signal.default_int_handler
    tell({"ready": {}})
    while True:
        line = answers.readline()
        if not line:
            return
        result = ran(json.loads(line))
        handler = signal.signal(signal.SIGINT, signal.SIG_IGN) or signal.default_int_handler
        tell(result)


serve()
