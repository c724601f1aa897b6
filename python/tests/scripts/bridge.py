"""An HTTP bridge: requests for positions are answered by the program, one after the other."""
import http.server
import json
import threading
import urllib.request


class Bridge(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        gnubg.command("set gnubgid " + asked["id"])
        answer = json.dumps({"position": gnubg.positionid(), "pips": pipcount(gnubg.board()), "cube": gnubg.cubeinfo(), "position_info": gnubg.posinfo()})
        self.send_response(200)
        self.end_headers()
        self.wfile.write(answer.encode())

    def log_message(self, *_):
        pass


gnubg.command("set player 0 human")
gnubg.command("set player 1 human")
gnubg.command("new match 7")
server = http.server.HTTPServer(("127.0.0.1", 0), Bridge)
told = []


def client():
    for id in ("4HPwATDgc/ABMA:cIluAAAAAAAE", "sGfwATDgc/ABMA:QYnoAAAAAAAE", "mHPhAyDg84MDIA:cAnqACAACAAE"):
        request = urllib.request.Request("http://127.0.0.1:%d/" % server.server_port, json.dumps({"id": id}).encode())
        told.append(urllib.request.urlopen(request).read().decode())


thread = threading.Thread(target=client)
thread.start()
for _ in range(3):
    server.handle_request()
thread.join()
for each in told:
    print("@@", each)
