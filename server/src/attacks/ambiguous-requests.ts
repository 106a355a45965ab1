import { basePath } from '@recline/contract/call';

/** Requests that a proxy and a server might read differently, as raw bytes. */

export const host = '127.0.0.1';
export const login = `${basePath}/login/login`;
export const postTo = (path: string) => `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n`;
export const get = `GET ${basePath}/login/public-key HTTP/1.1\r\nHost: ${host}\r\n`;

/** The request of another caller, which must not be answered. */
export const hiddenPath = '/healthz?hidden';
export const hidden = `GET ${hiddenPath} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;

/** Sent last, so that its answer is the last one of its connection. */
export const last = `GET /nowhere-last.png HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;

/** Requests that two readers end at different places. */
export function ambiguousRequests(path: string): [what: string, bytes: string][] {
  const post = postTo(path);
  const chunked = `${post}Transfer-Encoding: chunked\r\n`;
  return [
    ['a length and chunks', `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['chunks and a length', `${chunked}Content-Length: 4\r\n\r\n0\r\n\r\n`],
    ['two lengths that differ', `${post}Content-Length: 0\r\nContent-Length: 44\r\n\r\n`],
    ['the same length twice', `${post}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`],
    ['a list of lengths', `${post}Content-Length: 2, 2\r\n\r\n{}`],
    ['a length with a sign', `${post}Content-Length: +2\r\n\r\n{}`],
    ['a negative length', `${post}Content-Length: -1\r\n\r\n`],
    ['a length with a space inside', `${post}Content-Length: 1 2\r\n\r\n{}`],
    ['a length beyond all numbers', `${post}Content-Length: 99999999999999999999999\r\n\r\n{}`],
    ['a length with a space before its colon', `${post}Content-Length : 44\r\n\r\n`],
    ['a tab before the colon', `${post}Transfer-Encoding\t: chunked\r\n\r\n0\r\n\r\n`],
    ['another coding last', `${post}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`],
    ['an unknown coding', `${post}Transfer-Encoding: cow\r\n\r\n0\r\n\r\n`],
    ['two codings in two headers', `${post}Transfer-Encoding: cow\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['the coding in a folded header', `${post}X: y\r\n Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n{}`],
    ['a header that begins with a fold', `POST ${path} HTTP/1.1\r\n Host: ${host}\r\nContent-Length: 2\r\n\r\n{}`],
    ['a bare line feed in the head', `${post}X: y\nContent-Length: 2\r\n\r\n{}`],
    ['a head that ends with bare line feeds', `${post}Content-Length: 2\n\n{}`],
    ['a bare carriage return in a header', `${post}X: y\rTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a NUL in a header', `${post}X: y\u0000\r\nContent-Length: 2\r\n\r\n{}`],
    ['a vertical tab before the coding', `${post}Transfer-Encoding:\u000bchunked\r\n\r\n0\r\n\r\n`],
    ['a chunk with a signed size', `${chunked}\r\n+2\r\n{}\r\n0\r\n\r\n`],
    ['a chunk with 0x before its size', `${chunked}\r\n0x2\r\n{}\r\n0\r\n\r\n`],
    ['a chunk size beyond all numbers', `${chunked}\r\n10000000000000002\r\n{}\r\n0\r\n\r\n`],
    ['a chunk longer than it says', `${chunked}\r\n1\r\n{}\r\n0\r\n\r\n`],
    ['a chunk that ends with a bare line feed', `${chunked}\r\n2\n{}\n0\n\n`],
    ['an extension of a chunk with a line feed', `${chunked}\r\n2;a\nb\r\n{}\r\n0\r\n\r\n`],
    ['chunks in HTTP/1.0', `${chunked.replace('1.1', '1.0')}\r\n0\r\n\r\n`],
    ['a second host', `${get}Host: b\r\n\r\n`],
    ['the same host twice', `${get}hOsT: ${host}\r\n\r\n`],
    ['no host', `GET ${basePath}/login/public-key HTTP/1.1\r\n\r\n`],
    ['a name that is no name of a header', `${get}X Y: z\r\n\r\n`],
  ];
}

/** Requests whose body contains another, in whole. */
export function requestsWithBodies(path: string): [what: string, bytes: string][] {
  const inChunks = `Transfer-Encoding: chunked\r\n\r\n${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`;
  const trailers = 'Content-Length: 5\r\nHost: b\r\n';
  return [
    ['of a GET with a length', `${get}Content-Length: ${hidden.length}\r\n\r\n${hidden}`],
    ['of a GET in chunks', `${get}${inChunks}`],
    ['of a POST in chunks', `${postTo(path)}${inChunks}`],
    ['of an unknown address', `${postTo('/nowhere')}Content-Length: ${hidden.length}\r\n\r\n${hidden}`],
    ['with trailers', `${postTo(path)}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n${trailers}\r\n`],
  ];
}

/** A request with `Expect: 100-continue`. */
export const expecting = `${postTo(login)}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`;

const getOf = (target: string) => `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;

/** Request lines whose target might be read as that of a call, or as the figures. */
export const ambiguousTargets: [what: string, bytes: string][] = [
  ['with a host without a scheme', getOf(`//evil.example${basePath}/login/public-key`)],
  ['with a step up', getOf(`/nowhere/..${basePath}/login/public-key`)],
  ['with an escaped slash', getOf('/api%2fweb/api/v1/login/public-key')],
  ['with a fragment', getOf('/metrics#/api')],
];

/** For a server only: a proxy may take it for its own address, and ask for the path. */
export const foreignTarget = getOf(`http://evil.example${basePath}/login/public-key`);

const length = String(hidden.length);
const pseudo = (changed: Record<string, string>): [string, string][] =>
  Object.entries({ ':method': 'POST', ':scheme': 'https', ':authority': host, ':path': login, ...changed });
const asHttp2 = (...more: [string, string][]) => [...pseudo({}), ...more];

/** Requests of HTTP/2, with `hidden` as their body, that a proxy might translate into two of HTTP/1.1. */
export const ambiguousHttp2Requests: [what: string, headers: [string, string][]][] = [
  ['no length', asHttp2()],
  ['a length of nothing', asHttp2(['content-length', '0'])],
  ['a length beyond its end', asHttp2(['content-length', '999'])],
  ['two lengths', asHttp2(['content-length', length], ['content-length', '0'])],
  ['a length in a list', asHttp2(['content-length', `0, ${length}`])],
  ['chunks', asHttp2(['transfer-encoding', 'chunked'])],
  ['chunks and a length', asHttp2(['content-length', length], ['transfer-encoding', 'chunked'])],
  ['chunks in capitals', asHttp2(['Transfer-Encoding', 'chunked'])],
  ['chunks in the name of a header', asHttp2(['transfer-encoding: chunked\r\nx', 'y'])],
  ['chunks in the value of a header', asHttp2(['x', 'y\r\nTransfer-Encoding: chunked'])],
  ['a bare line feed in a header', asHttp2(['x', 'y\nTransfer-Encoding: chunked'])],
  ['a request in the value of a header', asHttp2(['x', `y\r\n\r\n${hidden}`])],
  ['a request in its path', pseudo({ ':path': `${login} HTTP/1.1\r\nHost: ${host}\r\n\r\n${hidden}` })],
  ['a request in its method', pseudo({ ':method': `${hidden}POST` })],
  ['a request in its host', pseudo({ ':authority': `${host}\r\n\r\n${hidden}` })],
  ['another host', asHttp2(['host', `${host}\r\n\r\n${hidden}`])],
];
