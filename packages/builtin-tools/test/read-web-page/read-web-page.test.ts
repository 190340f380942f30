import { readFileSync } from 'node:fs';
import { builtinTools } from '@loadout/builtin-tools';
import type { CallToolResult, IToolImplementation, JsonObject } from '@loadout/core/contract';
import { isToolBlockedError } from '@loadout/core/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { createCall, servePage, startSite, type TestSite } from '../call.js';

const [tool] = builtinTools({ now: () => new Date('2024-05-06T07:08:09Z') }).implementations as [IToolImplementation];
const article = readFileSync(new URL('../fixtures/article.html', import.meta.url));
const fitsSchema = new Ajv2020().compile(tool.outputSchema ?? {});

interface Page {
  readonly final_url: string;
  readonly status: string;
  readonly content: { readonly text_content: string; readonly title: string | null; readonly authors: string[] };
  readonly metadata: Record<string, unknown> & { readonly warnings: string[] };
}

async function execute(
  site: TestSite,
  config: JsonObject = {},
  url = 'https://site.example/a',
): Promise<CallToolResult> {
  return (await tool.execute({ url }, config, site.call)) as CallToolResult;
}

async function read(site: TestSite, config?: JsonObject, url?: string): Promise<Page> {
  const result = await execute(site, config, url);
  expect(result.isError).toBeUndefined();
  expect(fitsSchema(result.structuredContent), JSON.stringify(fitsSchema.errors)).toBe(true);
  return result.structuredContent as unknown as Page;
}

async function fail(site: TestSite, url?: string): Promise<string> {
  const result = await execute(site, {}, url);
  expect(result).toMatchObject({ isError: true, content: [{ type: 'text' }] });
  expect(result.structuredContent).toBeUndefined();
  return (result.content[0] as { text: string }).text;
}

test('an article becomes Markdown, with what the page says of itself', async () => {
  const site = await servePage(article, 'text/html; charset=utf-8');
  const result = await execute(site, {}, 'https://site.example/moor');
  expect(result.isError).toBeUndefined();
  expect(result.structuredContent).toMatchObject({
    url: 'https://site.example/moor',
    final_url: 'https://site.example/moor',
    status: 'complete',
    retrieved_at_utc: '2024-05-06T07:08:09.000Z',
    content: {
      title: 'Warum Moore mehr Kohlenstoff speichern als Wälder',
      description:
        'Intakte Moore binden Kohlenstoff über Jahrtausende. Ein Überblick über Entstehung, Zahlen und Wiedervernässung.',
      authors: ['Jürgen Weiß'],
    },
    metadata: {
      language: 'de',
      published_time: '2024-03-14T08:30:00+01:00',
      modified_time: '2024-04-02T17:05:00+02:00',
      media_type: 'text/html',
      warnings: [],
    },
  });
  const page = result.structuredContent as unknown as Page;
  const markdown = page.content.text_content;
  expect(page.metadata.returned_content_characters).toBe(markdown.length);
  expect(page.metadata.original_content_characters).toBe(markdown.length);
  for (const expected of [
    '## Wie ein Moor entsteht',
    'entsteht **Torf**, im Mittel',
    '(*Sphagnum*)',
    '[ausführlichen Beitrag zur Entstehung](https://site.example/moor/entstehung?teil=1)',
    '[Mooratlas](https://moore.example.org/atlas)',
    '![Torfstich im Herbst](https://site.example/img/torfstich.jpg)',
    '| Lebensraum | Kohlenstoff (t/ha) |\n| --- | --- |\n| Hochmoor | 1.450 |\n| Laubwald \\| Buche | 190 |',
    '```python\ndef verlust(tiefe_cm, jahre):\n    # 1 cm je Jahr\n    return min(tiefe_cm, jahre * 1.0)\n```',
    'Süddeutschland auch zwei Zentimeter',
  ]) {
    expect(markdown).toContain(expected);
  }
  expect(markdown).toMatch(/^-\s+Der Torf wird nicht weiter zersetzt\.$/m);
  expect(markdown).toMatch(/^ +-\s+in Hochmooren langsam,$/m);
  for (const unwanted of [
    'abonnieren',
    'Meistgelesen',
    'Gummistiefel',
    'Impressum',
    'Cookies',
    'SCRIPT',
    'dataLayer',
    'LOGO',
    '<',
  ]) {
    expect(markdown).not.toContain(unwanted);
  }
  expect(result._meta).toEqual({
    'loadout/sources': [
      { url: 'https://site.example/moor', title: 'Warum Moore mehr Kohlenstoff speichern als Wälder' },
    ],
  });
  const [text] = result.content as readonly { text: string }[];
  expect(JSON.parse(text?.text ?? '')).toEqual(result.structuredContent);
});

test('10.1 a page causes no connection but its own, and runs nothing', async () => {
  const hostile = [
    '<meta http-equiv=refresh content="0;url=http://127.0.0.1/">',
    '<script>document.title="ran";fetch("http://127.0.0.1/")</script>',
    '<img src="http://127.0.0.1/x" onerror="document.title=\'ran\'"><link rel=stylesheet href="http://127.0.0.1/">',
    '<iframe src="http://127.0.0.1/"></iframe><object data="http://127.0.0.1/"></object><video src="http://127.0.0.1/">',
    '<style>@import "http://127.0.0.1/";</style><base href="http://127.0.0.1/">',
    article.toString(),
  ];
  for (const html of hostile) {
    const site = await servePage(`<title>calm</title>${html}<p>Some text.</p>`, 'text/html');
    expect((await read(site)).content.title ?? 'calm').not.toBe('ran');
    expect(site.requests).toEqual(['GET /a']);
    expect(site.targets).toHaveLength(1);
  }
});

test('10.1 an external entity of XHTML is not loaded', async () => {
  const html =
    '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>' +
    '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Before &e; after</p></body></html>';
  const page = await read(await servePage(html, 'application/xhtml+xml'));
  expect(page.content.text_content).toContain('after');
  expect(page.content.text_content).not.toContain('root:');
});

test('10.1 URLs that are not for the web and private addresses are blocked, with the reason for the model', async () => {
  const site = await servePage('x', 'text/plain');
  const urls = ['file:///etc/passwd', 'http://127.0.0.1/', 'http://[::1]/', 'http://private.example/', 'no url'];
  for (const url of [...urls, 'http://169.254.169.254/latest/meta-data/']) {
    const error = await execute(site, {}, url).catch((reason: unknown) => reason);
    expect(isToolBlockedError(error), url).toBe(true);
    expect((error as Error).message).toMatch(/^The (?:URL|host) ".*\.$/);
  }
  expect(site.targets).toEqual([]);
});

test('10.2 a redirect to a private address is blocked', async () => {
  for (const location of ['http://127.0.0.1/admin', 'http://private.example/', 'http://0x7f.1/']) {
    const site = await startSite((_request, response) => response.writeHead(302, { location }).end());
    const error = await execute(site).catch((reason: unknown) => reason);
    expect(isToolBlockedError(error)).toBe(true);
    expect(site.targets).toHaveLength(1);
  }
});

test('a redirect to a public page is followed, and links are relative to the last URL', async () => {
  const site = await startSite((request, response) => {
    if (request.url === '/a') response.writeHead(301, { location: 'https://other.example/b/c' }).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<main><p>See <a href="d">this</a>.</p></main>');
  });
  const page = await read(site);
  expect(page.final_url).toBe('https://other.example/b/c');
  expect(page.content.text_content).toBe('See [this](https://other.example/b/d).');
});

test('the base of a page is honoured, links within the page are not links', async () => {
  const html =
    '<base href="https://cdn.example/x/"><p>See <a href="y">this</a>, <a href="#z">that</a>, <a href="javascript:a()">it</a>.';
  const page = await read(await servePage(html, 'text/html'));
  expect(page.content.text_content).toBe('See [this](https://cdn.example/x/y), that, it.');
});

test('content is cut at the limit, at a blank line, and marked', async () => {
  const paragraphs = Array.from({ length: 50 }, (_, index) => `Paragraph ${index} has a few words.`);
  const whole = paragraphs.join('\n\n');
  const page = await read(await servePage(whole, 'text/plain'), { maxContentCharacters: 500 });
  expect(page.status).toBe('partial or truncated');
  expect(page.content.text_content.length).toBeLessThanOrEqual(500);
  expect(page.content.text_content.endsWith('has a few words.\n\n[Page content truncated]')).toBe(true);
  expect(page.metadata).toMatchObject({
    original_content_characters: whole.length,
    returned_content_characters: page.content.text_content.length,
  });
});

test('a URL that is too long is refused before it is parsed', async () => {
  const site = await servePage('x', 'text/plain');
  await expect(execute(site, {}, `https://site.example/${'ü'.repeat(2_000)}`)).rejects.toSatisfy(isToolBlockedError);
  expect(site.requests).toEqual([]);
});

test('settings out of bounds count as the bound', async () => {
  const page = await read(await servePage('x'.repeat(300_000), 'text/plain'), { maxContentCharacters: 9_999_999 });
  expect(page.metadata.returned_content_characters).toBe(100_000);
});

test('plain text, Markdown, JSON, XML and CSV come as they are', async () => {
  for (const [mediaType, body] of [
    ['text/plain', 'a < b\n\n  c'],
    ['text/markdown', '# Title\n\n* item'],
    ['application/json', '{\n"a": [1, 2]\n}'],
    ['application/problem+json', '{\n"title": "x"\n}'],
    ['application/xml', '<a><b>c</b></a>'],
    ['text/csv', 'a,b\n1,2'],
  ] as const) {
    const page = await read(await servePage(body, mediaType));
    expect(page.content.text_content, mediaType).toBe(body);
    expect(page).toMatchObject({ status: 'complete', metadata: { media_type: mediaType } });
  }
});

test('other media types are refused at the headers', async () => {
  for (const mediaType of ['image/png', 'video/mp4', 'application/zip', 'application/msword']) {
    const site = await startSite((_request, response) => {
      response.writeHead(200, { 'content-type': mediaType }).write('never ends');
    });
    expect(await fail(site)).toBe(
      `The page https://site.example/a has the media type "${mediaType}", which cannot be read. ` +
        'HTML, PDF, feeds, plain text, Markdown, JSON, XML and CSV can.',
    );
  }
});

test('a body without a media type is guessed', async () => {
  expect((await read(await servePage('<!doctype html><p>Hello'))).content.text_content).toBe('Hello');
  expect((await read(await servePage('just text'))).metadata.media_type).toBe('text/plain');
  expect(await fail(await servePage(Buffer.from([1, 2, 0, 3])))).toContain('"unknown"');
});

test('a status that is no success is an error that names it', async () => {
  for (const status of [403, 404, 410, 429, 500, 503]) {
    const text = await fail(await servePage('<p>sorry</p>', 'text/html', status));
    expect(text.startsWith(`The server answered https://site.example/a with HTTP status ${status}. `)).toBe(true);
    expect(text).toMatch(/read another source|search for|trying again|Read another source/i);
  }
});

test('a part of a page is partial', async () => {
  const page = await read(await servePage('half', 'text/plain', 206));
  expect(page.status).toBe('partial or truncated');
  expect(page.metadata.warnings).toEqual(['The server sent only a part of the page (HTTP status 206).']);
});

test('an empty page is an empty response, and no source', async () => {
  const pages = [
    ['', 'text/html', 200],
    ['', undefined, 204],
    ['  \n', 'text/plain', 200],
    ['<html><head><title>T</title></head><body><script>render()</script></body></html>', 'text/html', 200],
  ] as const;
  for (const [body, mediaType, status] of pages) {
    const result = await execute(await servePage(body, mediaType, status));
    expect(result.structuredContent).toMatchObject({ status: 'empty response', content: { text_content: '' } });
    expect(result.content).toMatchObject([{ text: expect.stringContaining('no readable content') }]);
    expect(result._meta).toBeUndefined();
  }
});

test('failures of the network are answers in words', async () => {
  const endless = await startSite((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '99999999' });
    response.flushHeaders();
  });
  expect(await fail(endless)).toMatch(/^The body is larger than 10000000 bytes\. .* look for a smaller one/);
  const loop = await startSite((_request, response) => response.writeHead(302, { location: '/a' }).end());
  expect(await fail(loop)).toContain('redirects more than 10 times');
  const silent = await startSite(() => {});
  const result = await execute(silent, { timeoutSeconds: 1 });
  expect(result).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/^The server did not send \S+ within the 1 second .* try once more/) }],
  });
});

test('a cancelled call throws, so that it counts as cancelled', async () => {
  const controller = new AbortController();
  controller.abort();
  const call = createCall(
    () => Promise.reject(Object.assign(new Error('x'), { code: 'NETWORK_FAILED' })),
    controller.signal,
  );
  await expect(Promise.resolve(tool.execute({ url: 'https://site.example/' }, {}, call))).rejects.toThrow('aborted');
});

test('an error that is not of the network is not hidden', async () => {
  const call = createCall(() => Promise.reject(new TypeError('a mistake')));
  await expect(Promise.resolve(tool.execute({ url: 'https://site.example/' }, {}, call))).rejects.toThrow('a mistake');
});

test('pages declare their encoding in the header, in a byte order mark or in the page', async () => {
  const html = (head: string): string =>
    `<html><head>${head}<title>Grüße</title></head><body><p>Straße, „Größe“ 5 €</p>`;
  const latin = (head: string): Buffer =>
    Buffer.from(html(head).replaceAll('„', '\x84').replaceAll('“', '\x93').replaceAll('€', '\x80'), 'latin1');
  const utf16 = Buffer.from(`\ufeff${html('')}`, 'utf16le');
  for (const [body, contentType] of [
    [Buffer.from(html('')), 'text/html; charset=UTF-8'],
    [Buffer.from(html('')), 'text/html'],
    [Buffer.from(html('<meta charset="utf-8">')), 'text/html'],
    [Buffer.from(`\ufeff${html('')}`), 'text/html; charset=iso-8859-1'],
    [latin(''), 'text/html; charset=iso-8859-1'],
    [latin(''), 'text/html; charset="windows-1252"'],
    [latin('<meta charset=windows-1252>'), 'text/html'],
    [latin('<meta http-equiv="Content-Type" content="text/html; charset=ISO-8859-1">'), 'text/html'],
    [latin(''), 'text/html; charset=nonsense'],
    [latin(''), 'text/html'],
    [utf16, 'text/html'],
    [utf16.subarray(2), 'text/html; charset=utf-16le'],
  ] as const) {
    const page = await read(await servePage(body, contentType));
    expect(page.content, contentType).toMatchObject({ title: 'Grüße', text_content: 'Straße, „Größe“ 5 €' });
  }
  const japanese = Buffer.from('82b182f182c982bf82cd', 'hex');
  const page = await read(await servePage(japanese, 'text/plain; charset=shift_jis'));
  expect(page.content.text_content).toBe('こんにちは');
});

test('a page of 2,000 nested elements, and other pages made to hang a reader, are read within seconds', {
  timeout: 120_000,
}, async () => {
  const text = '<p>The text at the bottom, with commas, and long enough to be an article of its own.</p>';
  const pages: Record<string, string> = {
    nested500: '<div>'.repeat(500) + text,
    nested2000: '<div>'.repeat(2_000) + text + '</div>'.repeat(2_000),
    nested100000: '<div>'.repeat(100_000) + text,
    misnested: `${'<b><i><font><u>'.repeat(1_000)}${text}${'</b></i></font></u>'.repeat(1_000)}`,
    formatting: `${Array.from({ length: 5_000 }, (_, index) => `<font a=${index}><b c=${index}>`).join('')}${text.repeat(2_000)}`,
    attributes: `<div ${Array.from({ length: 200_000 }, (_, index) => `a${index}=1`).join(' ')}>${text}</div>`,
    siblings: text.repeat(50_000),
    breaks: `${'line<br>'.repeat(10_000)}${text}`,
    rows: `<table>${'<tr><td>a</td></tr>'.repeat(100_000)}</table>${text}`,
    scopes: '<div><table><tr><td></div>'.repeat(5_000) + text,
    spaces: `<p>${' \u00a0'.repeat(500_000)}x</p>${text}`,
    comments: `${text}${'<!--'.repeat(500_000)}`,
    svg: `${'<svg>'.repeat(200_000)}${text}`,
    quotes: `${text}${'<a b="'.repeat(300_000)}`,
  };
  for (const [name, body] of Object.entries(pages)) {
    const site = await servePage(body, 'text/html');
    const startedAt = process.cpuUsage();
    const page = await read(site, { maxContentCharacters: 100_000 });
    const { user } = process.cpuUsage(startedAt);
    expect(user, name).toBeLessThan(6_000_000);
    if (name !== 'siblings' && name !== 'rows' && name !== 'breaks') {
      expect(page.content.text_content, name).toContain('The text at the bottom, with commas');
    }
    if (name.startsWith('nested')) expect(page.metadata.warnings).toEqual([]);
  }
});
