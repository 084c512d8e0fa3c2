// A proxy that adds a token, for programs that send none. It prints its port.
import http from "node:http";
const [url, token] = process.argv.slice(-2);
const target = new URL(url);
const proxy = http.createServer((request, response) => {
  const headers = { ...request.headers, authorization: `Bearer ${token}` };
  const onward = http.request({ host: target.hostname, port: target.port, path: request.url, method: request.method, headers },
    (answer) => { response.writeHead(answer.statusCode, answer.headers); answer.pipe(response); });
  request.pipe(onward);
});
proxy.listen(0, "127.0.0.1", () => console.log(proxy.address().port));
