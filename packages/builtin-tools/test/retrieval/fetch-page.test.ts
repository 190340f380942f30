import { EventEmitter, once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import type { CallScope } from '@loadout/core/contract';
import { createGuardedFetch } from '@loadout/core/network';
import { expect, test } from 'vitest';
import { createPageFetcher, type FetchedPage, type PageFetcherOptions } from '../../src/retrieval/fetch-page.js';
import type { RetrievalErrand, RetrievalRequest } from '../../src/retrieval/retrieval.js';
import { RetrievalError } from '../../src/retrieval/retrieval-error.js';
import { processTiming, type Timing } from '../../src/retrieval/timing.js';
import { createCall, startSite } from '../call.js';
import { createManualTiming, settle } from './manual-timing.js';

const url = 'https://site.example/a';

interface Reader {
  readonly read: (request?: Partial<RetrievalRequest>) => Promise<FetchedPage>;
  readonly call: CallScope;
  /** Requests that arrived. */
  readonly requests: readonly string[];
}

async function open(listener: RequestListener, options: PageFetcherOptions = {}): Promise<Reader> {
  const site = await startSite(listener);
  const fetcher = createPageFetcher({ politeness: { spacingMs: 0 }, ...options });
  const read = (request: Partial<RetrievalRequest> = {}): Promise<FetchedPage> =>
    fetcher.fetch(errandOf({ url, call: site.call, timeoutMs: 5_000, ...request }, options.timing));
  return { read, call: site.call, requests: site.requests };
}

function errandOf(request: RetrievalRequest, timing: Timing = processTiming): RetrievalErrand {
  const deadlineAt = timing.now() + request.timeoutMs;
  return { signal: request.call.signal, deadlineAt, onBody: () => {}, ...request };
}

/** Answers one after the other, the last one for good. */
function inTurn(...answers: readonly RequestListener[]): RequestListener {
  let next = 0;
  return (request, response) => {
    answers[Math.min(next, answers.length - 1)]?.(request, response);
    next += 1;
  };
}

function sendText(
  response: ServerResponse,
  body: string,
  headers: Readonly<Record<string, string>> = {},
  status = 200,
): void {
  response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(body);
}

const text =
  (body: string, headers: Readonly<Record<string, string>> = {}, status = 200): RequestListener =>
  (_request, response) =>
    sendText(response, body, headers, status);

const textOf = ({ bytes }: FetchedPage): string => Buffer.from(bytes).toString();

function forBot({ context, ...call }: CallScope, id: string, locale = context.locale): CallScope {
  return { ...call, context: { ...context, locale, bot: { ...context.bot, id } } };
}

test('a request says who asks, for what and in which language', async () => {
  const seen: unknown[] = [];
  const { read } = await open(
    ({ headers }, response) => {
      seen.push([headers['user-agent'], headers['accept-language'], headers.accept]);
      response.end();
    },
    { userAgent: 'CampusBot/2' },
  );
  await read();
  expect(seen).toEqual([
    ['CampusBot/2', 'de-DE, en;q=0.7, *;q=0.5', expect.stringMatching(/^text\/html, .*\*\/\*;q=0\.5$/)],
  ]);
});

test('an answer without a body is an empty page, a part of one is told by its status', async () => {
  for (const [status, body] of [
    [200, ''],
    [204, ''],
    [205, ''],
    [206, 'half'],
    [203, 'changed on the way'],
  ] as const) {
    const { read } = await open((_request, response) =>
      response.writeHead(status, { 'content-type': 'text/html' }).end(body),
    );
    const page = await read();
    expect([page.status, textOf(page), page.isPrivate]).toEqual([status, body, false]);
  }
  const image = await open((_request, response) => response.writeHead(204, { 'content-type': 'image/png' }).end());
  expect((await image.read()).status).toBe(204);
});

test('a status that is no success, and a 304 that nobody asked for, are refused', async () => {
  for (const status of [301, 304, 400, 401, 403, 404, 410, 429, 451, 500, 502, 503]) {
    const { read, requests } = await open(text('sorry', {}, status));
    await expect(read(), String(status)).rejects.toThrow(RetrievalError);
    await expect(read()).rejects.toThrow(`HTTP status ${status}`);
    expect(requests).toHaveLength(2);
  }
});

test('a media type that is not read is refused at the headers', async () => {
  for (const mediaType of ['image/png', 'video/mp4', 'application/zip', 'font/woff2']) {
    const { read } = await open((_request, response) => {
      response.writeHead(200, { 'content-type': mediaType }).write('never ends');
    });
    await expect(read()).rejects.toThrow(`the media type "${mediaType}", which cannot be read`);
  }
});

test('what the guarded fetch refuses passes through', async () => {
  const { read, requests } = await open(text('x'));
  for (const [bad, code] of [
    ['no url', 'NETWORK_URL_INVALID'],
    ['file:///etc/passwd', 'NETWORK_URL_INVALID'],
    ['http://127.0.0.1/', 'NETWORK_ADDRESS_REFUSED'],
    ['http://wiki.private.example/', 'NETWORK_ADDRESS_REFUSED'],
  ] as const) {
    await expect(read({ url: bad })).rejects.toMatchObject({ code });
  }
  expect(requests).toEqual([]);
});

test('a page that may be kept is fetched once, for paging and for a second look', async () => {
  const { read, requests } = await open(text('body', { 'cache-control': 'max-age=60' }));
  const pages = [await read(), await read({ url: `${url}#part` }), await read()];
  expect(pages.map(textOf)).toEqual(['body', 'body', 'body']);
  expect(pages.map(({ retrievedAt }) => retrievedAt)).toEqual([
    pages[0]?.retrievedAt,
    pages[0]?.retrievedAt,
    pages[0]?.retrievedAt,
  ]);
  expect(requests).toHaveLength(1);
  await read({ url: `${url}?page=2` });
  expect(requests).toHaveLength(2);
});

test('a page with a validator is asked for again by it, and kept where it is the same', async () => {
  const asked: unknown[] = [];
  const { read } = await open(({ headers }, response) => {
    asked.push(headers['if-none-match']);
    if (headers['if-none-match'] === '"1"') response.writeHead(304, { etag: '"1"' }).end();
    else
      response.writeHead(200, { 'content-type': 'text/plain', etag: '"1"', 'cache-control': 'no-cache' }).end('body');
  });
  expect([textOf(await read()), textOf(await read()), textOf(await read())]).toEqual(['body', 'body', 'body']);
  expect(asked).toEqual([undefined, '"1"', '"1"']);
});

test('a changed page replaces the one that was kept', async () => {
  const { read } = await open(inTurn(text('old', { etag: '"1"' }), text('new', { etag: '"2"' })));
  expect([textOf(await read()), textOf(await read())]).toEqual(['old', 'new']);
});

test('a 304 from elsewhere is no answer about the page that was kept', async () => {
  const elsewhere = 'https://other.example/a';
  let asked = 0;
  const { read } = await open((request, response) => {
    asked += 1;
    if (request.headers.host === 'other.example') {
      const isConditional = request.headers['if-modified-since'] !== undefined;
      response.writeHead(isConditional ? 304 : 200, { 'content-type': 'text/plain' }).end(isConditional ? '' : 'other');
    } else if (asked === 1)
      sendText(response, 'body', { 'last-modified': 'Fri, 01 May 2026 09:00:00 GMT', 'cache-control': 'no-cache' });
    else response.writeHead(302, { location: elsewhere }).end();
  });
  expect(textOf(await read())).toBe('body');
  const page = await read();
  expect([page.url, textOf(page)]).toEqual([elsewhere, 'other']);
});

test('what is behind a redirect is not kept: how long the redirect holds is not known', async () => {
  const { read, requests } = await open((request, response) => {
    if (request.url === '/a') response.writeHead(302, { location: '/b' }).end();
    else sendText(response, 'body', { 'cache-control': 'max-age=60' });
  });
  await read();
  await read();
  expect(requests).toEqual(['GET /a', 'GET /b', 'GET /a', 'GET /b']);
});

test('nothing that is kept goes to another bot, another list of private hosts, or another language', async () => {
  const { read, call, requests } = await open(text('body', { 'cache-control': 'max-age=60' }));
  await read();
  await read({ call: forBot(call, 'another') });
  await read({ allowedPrivateHosts: ['wiki.corp'] });
  await read({ call: forBot(call, 'demo', 'en') });
  expect(requests).toHaveLength(4);
  await read({ call: forBot(call, 'another') });
  await read({ allowedPrivateHosts: ['wiki.corp'] });
  expect(requests).toHaveLength(4);
});

test('a private page and one that is for its asker alone are never kept', async () => {
  const fresh = text('body', { 'cache-control': 'max-age=60' });
  const { call, requests } = await startSite(fresh);
  const fetcher = createPageFetcher({ politeness: { spacingMs: 0 } });
  const allowedPrivateHosts = ['wiki.private.example'];
  const request = { call, timeoutMs: 5_000, url: 'http://wiki.private.example/', allowedPrivateHosts };
  expect((await fetcher.fetch(errandOf(request))).isPrivate).toBe(true);
  await fetcher.fetch(errandOf(request));
  expect(requests).toHaveLength(2);
  const own = await open(text('body', { 'cache-control': 'private, max-age=60' }));
  await own.read();
  await own.read();
  expect(own.requests).toHaveLength(2);
});

test('closing forgets pages', async () => {
  const site = await startSite(text('body', { 'cache-control': 'max-age=60' }));
  const fetcher = createPageFetcher();
  await fetcher.fetch(errandOf({ url, call: site.call, timeoutMs: 5_000 }));
  fetcher.close();
  await fetcher.fetch(errandOf({ url, call: site.call, timeoutMs: 5_000 }));
  expect(site.requests).toHaveLength(2);
});

test('a server that asks to wait is asked again after that, where there is time', async () => {
  for (const status of [429, 503]) {
    const timing = createManualTiming();
    const { read, requests } = await open(inTurn(text('wait', { 'retry-after': '3' }, status), text('body')), {
      timing,
    });
    const reading = read();
    await expect.poll(() => requests.length).toBe(1);
    // The answer is on its way: what has not come yet passes no time.
    while (requests.length === 1) {
      await timing.pass(100);
      await new Promise(setImmediate);
    }
    expect(textOf(await reading)).toBe('body');
  }
});

test('three answers of that kind are enough', async () => {
  const { read, requests } = await open(text('wait', { 'retry-after': '0' }, 503));
  await expect(read()).rejects.toThrow(
    /HTTP status 503 and asks to wait .* as it did each of 3 times\. Try again after/,
  );
  expect(requests).toHaveLength(3);
});

test('a server that asks for more time than there is is left alone, and the model is told how long', async () => {
  const timing = createManualTiming();
  const { read, call, requests } = await open(text('wait', { 'retry-after': '120' }, 429), { timing });
  await expect(read()).rejects.toThrow(
    `The server answered ${url} with HTTP status 429 and asks to wait 120 seconds before the next request, ` +
      'which is more than the time that was left. Try again after that, or read another page.',
  );
  await timing.pass(20_000);
  const again = read({ url: 'https://site.example/other', call: forBot(call, 'another') });
  await expect(again).rejects.toThrow('The server site.example asks to be left alone for 100 seconds more.');
  const sameHost = read({ url: 'https://SITE.example.:443/other' });
  await expect(sameHost).rejects.toThrow('The server site.example asks to be left alone for 100 seconds more.');
  expect(requests).toHaveLength(1);
  await expect(read({ url: 'https://other.example/' })).rejects.toThrow('HTTP status 429');
  expect(requests).toHaveLength(2);
  await timing.pass(100_000);
  await expect(read()).rejects.toThrow('HTTP status 429');
  expect(requests).toHaveLength(3);
});

test('a date to wait until counts by the clock of the server', async () => {
  const headers = { date: 'Fri, 01 May 2026 10:00:00 GMT', 'retry-after': 'Fri, 01 May 2026 10:00:42 GMT' };
  const { read } = await open((_request, response) => {
    response.sendDate = false;
    sendText(response, 'wait', headers, 503);
  });
  await expect(read()).rejects.toThrow('asks to wait 42 seconds');
});

test('what a private host asks of one bot is not kept for the others', async () => {
  const { read, requests } = await open(text('wait', { 'retry-after': '120' }, 429));
  const host = { url: 'http://wiki.private.example/', allowedPrivateHosts: ['wiki.private.example'] };
  for (const request of [host, host]) await expect(read(request)).rejects.toThrow('HTTP status 429');
  expect(requests).toHaveLength(2);
});

test('a pause ends at once when the call is cancelled', async () => {
  const timing = createManualTiming();
  const controller = new AbortController();
  const { read, call } = await open(text('wait', { 'retry-after': '4' }, 429), { timing });
  const seen = new EventEmitter();
  const watched: CallScope = {
    ...call,
    fetch: async (where, options) => {
      const response = await call.fetch(where, options);
      return { ...response, discard: () => response.discard().then(() => void seen.emit('answer')) };
    },
  };
  const isAnswered = once(seen, 'answer');
  const reading = read({ call: watched, signal: controller.signal });
  await isAnswered;
  await settle();
  controller.abort(new Error('enough'));
  await expect(reading).rejects.toThrow('enough');
});

test('so many requests at once reach one host, and the time for waiting is part of the time for all', async () => {
  let openRequests = 0;
  let most = 0;
  const { read } = await open(
    (_request, response) => {
      openRequests += 1;
      most = Math.max(most, openRequests);
      setTimeout(() => {
        openRequests -= 1;
        sendText(response, 'body');
      }, 30);
    },
    { politeness: { requestsPerHost: 2, spacingMs: 0 } },
  );
  await Promise.all(Array.from({ length: 8 }, () => read()));
  expect(most).toBe(2);

  const silent = await open(() => {}, { politeness: { requestsPerHost: 1, spacingMs: 0 } });
  const held = silent.read({ timeoutMs: 400 });
  await expect(silent.read({ timeoutMs: 100 })).rejects.toThrow('took all the time that there was');
  await expect(held).rejects.toThrow(
    `The server did not send ${url} within the 1 second that there are for it. It may be`,
  );
});

test('the time that was waited is taken off the time of the request', async () => {
  const timeouts: (number | undefined)[] = [];
  const timing = createManualTiming();
  const fetch = createGuardedFetch({ resolveHost: () => Promise.reject(new Error('no network')) });
  const call = createCall((where, options) => {
    timeouts.push(options?.timeoutMs);
    return fetch(where, options);
  });
  const fetcher = createPageFetcher({ timing, politeness: { spacingMs: 700 } });
  const failed = [1, 2].map(() =>
    fetcher.fetch(errandOf({ url, call, timeoutMs: 1_000 }, timing)).catch((error: unknown) => error),
  );
  await failed[0];
  await timing.pass(700);
  await failed[1];
  expect(timeouts).toEqual([1_000, 300]);
});

test('pages of many names that redirect to one host are asked of it politely', async () => {
  let openRequests = 0;
  let most = 0;
  const { read, requests } = await open(
    ({ headers }, response) => {
      // However it is written.
      const location = headers.host === 'name-1.example' ? url.replace('.example', '.example.') : url;
      if (headers.host?.startsWith('site.example') !== true) return void response.writeHead(302, { location }).end();
      openRequests += 1;
      most = Math.max(most, openRequests);
      setTimeout(() => {
        openRequests -= 1;
        sendText(response, 'body');
      }, 30);
    },
    { politeness: { requestsPerHost: 2, spacingMs: 0 } },
  );
  const names = Array.from({ length: 8 }, (_, index) => `https://name-${index}.example/`);
  const pages = await Promise.all(names.map((name) => read({ url: name })));
  expect(pages.map(textOf)).toEqual(names.map(() => 'body'));
  expect([requests.length, most]).toEqual([16, 2]);
});

test('who gets no turn at the host that a page redirects to is told, and leaves nothing behind', async () => {
  const { read } = await open(
    ({ headers }, response) => {
      if (headers.host === 'name.example') response.writeHead(302, { location: url }).end();
    },
    { politeness: { requestsPerHost: 1, spacingMs: 0 } },
  );
  const held = read({ timeoutMs: 600 }).catch(() => {});
  await expect(read({ url: 'https://name.example/', timeoutMs: 200 })).rejects.toThrow(
    'Other requests to the server site.example took all the time that there was.',
  );
  await held;
  await expect(read({ url: 'https://name.example/', timeoutMs: 200 })).rejects.toThrow('did not send');
});

test('a body that drips in keeps a host from the others for a short time only', async () => {
  const timing = createManualTiming();
  const { read, requests } = await open(
    (request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      if (request.url === '/drips') response.write('a');
      else response.end('body');
    },
    { timing, politeness: { requestsPerHost: 1, spacingMs: 0 } },
  );
  const controller = new AbortController();
  const dripping = read({ url: `${url}/../drips`, timeoutMs: 60_000, signal: controller.signal }).catch(() => {});
  await expect.poll(() => requests.length).toBe(1);
  const other = read({ timeoutMs: 60_000 });
  for (let waited = 0; requests.length === 1 && waited < 15_000; waited += 1_000) {
    await new Promise(setImmediate);
    await timing.pass(1_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(textOf(await other)).toBe('body');
  controller.abort();
  await dripping;
});

test('that a body begins to arrive is told where it will be read, and nowhere else', async () => {
  let told = 0;
  const onBody = (): void => {
    told += 1;
  };
  const site = await startSite(
    inTurn(
      text('body', { 'cache-control': 'max-age=60' }),
      text('sorry', {}, 404),
      text('x', { 'content-type': 'a/b' }),
    ),
  );
  const fetcher = createPageFetcher({ politeness: { spacingMs: 0 } });
  const ask = (page: string) =>
    fetcher.fetch({ ...errandOf({ url: page, call: site.call, timeoutMs: 5_000 }), onBody }).catch(() => {});
  await ask(url);
  for (const page of [url, `${url}/missing`, `${url}/other`, 'http://127.0.0.1/', 'no url']) await ask(page);
  expect(told).toBe(1);
  expect(site.requests).toHaveLength(3);
});
