import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { decodePage } from '../../src/extraction/decode-page.js';
import type { ReadableKind } from '../../src/extraction/media-type.js';

/** Sentences of each language, in the encodings that its pages have been written in. */
const languages = [
  ['windows-1252', 'de', 'Die Größe der Straße überrascht die Gäste; schöne Grüße aus München, „natürlich“ für 5 €.'],
  [
    'windows-1252',
    'fr',
    "L’été dernier, les élèves ont visité le château où naquit l'écrivain. Ça coûte 20 €, déjà payés.",
  ],
  ['windows-1252', 'es', 'El niño pequeño comió piña mañana; ¿dónde está la señora Muñoz? ¡Qué canción más bonita!'],
  [
    'windows-1251',
    'ru',
    'Болота хранят больше углерода, чем все леса мира вместе взятые. Торф растёт на миллиметр в год.',
  ],
  ['windows-1251', 'uk', 'Болота зберігають більше вуглецю, ніж усі ліси світу разом узяті, і їх треба берегти.'],
  ['koi8-r', 'ru', 'Болота хранят больше углерода, чем все леса мира вместе взятые. Торф растёт на миллиметр в год.'],
  ['shift_jis', 'ja', '湿原は世界のすべての森林よりも多くの炭素を蓄えています。泥炭は一年に一ミリしか成長しません。'],
  ['euc-jp', 'ja', '湿原は世界のすべての森林よりも多くの炭素を蓄えています。泥炭は一年に一ミリしか成長しません。'],
  [
    'euc-kr',
    'ko',
    '습지는 세계의 모든 숲을 합친 것보다 더 많은 탄소를 저장합니다. 이탄은 일 년에 일 밀리미터만 자랍니다.',
  ],
  ['gb18030', 'zh', '湿地储存的碳比世界上所有森林加起来还要多。泥炭每年只增长一毫米，所以保护它们非常重要。'],
  ['gbk', 'zh', '湿地储存的碳比世界上所有森林加起来还要多。泥炭每年只增长一毫米，所以保护它们非常重要。'],
  ['big5', 'zh-TW', '濕地儲存的碳比世界上所有森林加起來還要多。泥炭每年只增長一毫米，所以保護它們非常重要。'],
  [
    'iso-8859-2',
    'pl',
    'Torfowiska przechowują więcej węgla niż wszystkie lasy świata. Żółta łódź płynęła wśród źdźbeł.',
  ],
  [
    'windows-1254',
    'tr',
    'Bataklıklar dünyadaki tüm ormanlardan daha fazla karbon depolar. Şehirde güneşli bir gün geçirdik.',
  ],
  ['windows-1253', 'el', 'Οι τυρφώνες αποθηκεύουν περισσότερο άνθρακα από όλα τα δάση του κόσμου μαζί.'],
  ['utf-8', 'de', 'Die Größe der Straße überrascht die Gäste; schöne Grüße aus München, „natürlich“ für 5 €.'],
  ['utf-8', 'ja', '湿原は世界のすべての森林よりも多くの炭素を蓄えています。'],
] as const;

/** Node's encoder for this one is not in iconv-lite. */
const iso2022jp = Buffer.from('\x1b$B$3$s$K$A$O!"@$3&\x1b(B!', 'latin1');

const page = (head: string, text: string): string =>
  `<!DOCTYPE html><html><head>${head}<title>t</title></head><body><p class="a">${text}</p></body></html>`;

function decode(bytes: Uint8Array, contentType?: string, kind: ReadableKind = 'html'): string {
  return decodePage(bytes, contentType, kind).text;
}

test.each(languages)('%s (%s) is read as the header, the page or nobody declares it', (encoding, _language, text) => {
  for (const [head, contentType] of [
    ['', `text/html; charset=${encoding}`],
    ['', `text/html; Charset="${encoding.toUpperCase()}"`],
    [`<meta charset="${encoding}">`, 'text/html'],
    [`<meta http-equiv=Content-Type content='text/html; charset=${encoding}'>`, undefined],
    [`${'<!-- a comment -->'.repeat(80)}<meta charset="${encoding}">`, 'text/html'],
    ['', 'text/html'],
    ['', 'text/html; charset=nonsense'],
  ] as const) {
    const source = page(head, text);
    expect(decode(iconv.encode(source, encoding), contentType), `${head} ${contentType}`).toBe(source);
  }
  expect(decode(iconv.encode(text, encoding), 'text/plain', 'text')).toBe(text);
  expect(decodePage(iconv.encode(text, encoding), 'text/plain', 'text').warnings).toEqual([]);
});

test.each(languages)(
  '%s (%s) is detected behind much ASCII, and where a sample ends no character breaks',
  (encoding, _language, text) => {
    for (const padding of [0, 1, 2, 3]) {
      const source = page('', `${'x'.repeat(padding)}${'Some words in ASCII. '.repeat(2_000)}${text.repeat(600)}`);
      const decoded = decode(iconv.encode(source, encoding), 'text/html');
      expect(decoded === source, `${padding}`).toBe(true);
    }
  },
);

test('UTF-16 is read with a byte order mark, with a header, and with neither', () => {
  const texts = [page('<meta charset="utf-16">', 'Größe, 湿原は世界'), page('', 'Straße und Wälder')];
  for (const source of texts) {
    for (const encoding of ['utf-16le', 'utf-16be'] as const) {
      const bytes = iconv.encode(source, encoding);
      expect(decode(iconv.encode(`\ufeff${source}`, encoding, { addBOM: false })), encoding).toBe(source);
      expect(decode(bytes, `text/html; charset=${encoding}`), encoding).toBe(source);
      expect(decode(bytes, 'text/html'), encoding).toBe(source);
      // The label means the little end; the bytes say which it is.
      expect(decode(bytes, 'text/html; charset=utf-16'), encoding).toBe(source);
    }
  }
});

test('what says UTF-16 and is none is read as what it is', () => {
  const source = page('<meta charset="utf-16">', 'Größe');
  expect(decode(Buffer.from(source))).toBe(source);
  expect(decode(Buffer.from(source), 'text/html; charset=utf-16le')).toBe(source);
});

test('a byte order mark wins over every declaration, and is no part of the text', () => {
  const source = page('<meta charset="shift_jis">', 'Größe');
  expect(decode(Buffer.from(`\ufeff${source}`), 'text/html; charset=iso-8859-1')).toBe(source);
});

test('iso-2022-jp is read, declared or not', () => {
  expect(decode(iso2022jp, 'text/plain; charset=iso-2022-jp', 'text')).toBe('こんにちは、世界!');
  expect(decode(iso2022jp, 'text/plain', 'text')).toBe('こんにちは、世界!');
});

test('latin1, iso-8859-1 and ascii mean windows-1252', () => {
  const bytes = iconv.encode('„Größe“ – 5 €', 'windows-1252');
  for (const label of ['latin1', 'iso-8859-1', 'ISO8859-1', 'ascii', 'us-ascii', 'cp1252']) {
    expect(decode(bytes, `text/plain; charset=${label}`, 'text')).toBe('„Größe“ – 5 €');
  }
});

test('XML is declared by its first line, and is UTF-8 where it says nothing', () => {
  const text = (encoding: string): string => `<?xml version="1.0" encoding="${encoding}"?><a>Größe</a>`;
  for (const encoding of ['iso-8859-1', 'windows-1252', 'utf-8']) {
    expect(decode(iconv.encode(text(encoding), encoding), 'text/xml', 'xml')).toBe(text(encoding));
    expect(decode(iconv.encode(text(encoding), encoding), 'application/xhtml+xml', 'html')).toBe(text(encoding));
  }
  expect(decode(Buffer.from('<a>Größe</a>'), 'text/xml', 'xml')).toBe('<a>Größe</a>');
});

test('of declarations that conflict, the one that the bytes bear out is followed', () => {
  const german = 'Die Größe der Straße überrascht die Gäste; schöne Grüße aus München.';
  const japanese = '湿原は世界のすべての森林よりも多くの炭素を蓄えています。泥炭は一年に一ミリしか成長しません。';
  for (const [text, actual, header, inside] of [
    [german, 'utf-8', 'iso-8859-1', 'utf-8'],
    [german, 'utf-8', 'windows-1252', ''],
    [german, 'windows-1252', 'utf-8', 'iso-8859-1'],
    [german, 'windows-1252', 'utf-8', ''],
    [german, 'windows-1252', 'utf-8', 'utf-8'],
    [german, 'windows-1252', 'shift_jis', ''],
    [japanese, 'shift_jis', 'iso-8859-1', 'shift_jis'],
    [japanese, 'shift_jis', 'shift_jis', 'euc-jp'],
    [japanese, 'euc-jp', 'utf-8', 'euc-jp'],
    [japanese, 'euc-jp', 'shift_jis', 'euc-jp'],
    [japanese, 'shift_jis', 'utf-8', ''],
    [japanese, 'utf-8', 'shift_jis', 'utf-8'],
  ] as const) {
    const source = page(inside === '' ? '' : `<meta charset="${inside}">`, text);
    const decoded = decode(iconv.encode(source, actual), `text/html; charset=${header}`);
    expect(decoded, `${actual}, header ${header}, page ${inside}`).toBe(source);
  }
});

test('UTF-8 with a few broken bytes stays UTF-8, and one that is cut off too', () => {
  const text = 'Die Größe der Straße überrascht die Gäste, schöne Grüße.';
  const broken = Buffer.concat([Buffer.from(text), Buffer.from([0xe9, 0x20]), Buffer.from(text)]);
  expect(decode(broken, 'text/plain; charset=utf-8', 'text')).toBe(`${text}\ufffd ${text}`);
  expect(decode(broken, 'text/plain', 'text')).toBe(`${text}\ufffd ${text}`);
  expect(decode(Buffer.from('Plain, and then ß').subarray(0, -1), 'text/plain', 'text')).toBe('Plain, and then \ufffd');
});

test('what no encoding explains comes with a warning instead of silence', () => {
  const noise = Buffer.from(Array.from({ length: 4_000 }, (_, index) => 0x80 + ((index * 7_919) % 0x80)));
  const { warnings } = decodePage(noise, 'text/plain; charset=utf-8', 'text');
  const asJapanese = decodePage(noise, 'text/plain; charset=iso-2022-jp', 'text');
  expect([...warnings, ...asJapanese.warnings]).toContain(
    'Parts of the page are not in the encoding that it declares, and could not be decoded.',
  );
});

test('10 MB without a declaration are judged by a sample', () => {
  const bytes = iconv.encode(page('', 'Die Größe der Straße überrascht die Gäste. '.repeat(220_000)), 'windows-1252');
  const startedAt = process.cpuUsage();
  expect(decode(bytes).endsWith('Gäste. </p></body></html>')).toBe(true);
  expect(process.cpuUsage(startedAt).user).toBeLessThan(2_000_000);
});

test('a page that says its encoding is believed before a server that says ISO-8859-1 of everything', () => {
  for (const [encoding, text] of [
    ['gb2312', '北京市二十日公布了新的交通计划。根据该计划，明年四月起将调整市中心的公交线路。'],
    ['iso-8859-7', 'Οι τυρφώνες αποθηκεύουν περισσότερο άνθρακα από όλα τα δάση του κόσμου μαζί.'],
    ['iso-8859-8', 'עיריית תל אביב הודיעה על תוכנית תחבורה חדשה. לפי התוכנית ישתנו קווי האוטובוס במרכז העיר.'],
    ['iso-8859-15', 'L’œuvre coûte 20 € et la mairie a déjà payé les élèves du château.'.replace('’', "'")],
    ['cp866', 'Болота хранят больше углерода, чем все леса мира вместе взятые.'],
    ['koi8-u', 'Міська рада Києва оголосила новий транспортний план, і їздити стане зручніше.'],
    ['windows-1257', 'Vilniaus savivaldybė paskelbė naują transporto planą, ir keleiviams bus patogiau važiuoti.'],
    ['windows-874', 'กรุงเทพมหานครประกาศแผนการคมนาคมใหม่ ตั้งแต่เดือนเมษายนปีหน้าจะมีการปรับเส้นทาง'],
  ] as const) {
    const source = page(`<meta charset="${encoding}">`, text);
    const bytes = iconv.encode(source, encoding);
    expect(decode(bytes, 'text/html; charset=ISO-8859-1'), encoding).toBe(source);
  }
  const german = 'Die Größe der Straße überrascht die Gäste; schöne Grüße aus München.';
  for (const wrong of ['gbk', 'windows-1251', 'windows-1253', 'windows-874']) {
    const source = page(`<meta charset="${wrong}">`, german);
    expect(decode(iconv.encode(source, 'windows-1252'), 'text/html; charset=ISO-8859-1'), wrong).toBe(source);
  }
});

test('letters that are in no language of the encoding that is declared are detected, which is said', () => {
  const source = page('<meta charset="iso-8859-1">', 'Болота хранят больше углерода, чем все леса мира вместе взятые.');
  const decoded = decodePage(iconv.encode(source, 'windows-1251'), 'text/html', 'html');
  expect(decoded).toEqual({
    text: source,
    warnings: [
      'The page says that it is written in windows-1252; it was read as windows-1251, which fits its letters.',
    ],
  });
});

test('scripts have no say in the encoding, and a declaration behind them is found', () => {
  const text = 'Новый план.';
  const script = `<script>${'window.dataLayer = window.dataLayer || []; function gtag() {} '.repeat(6)}</script>`;
  const silent = page('', `${script.repeat(3)}<p>${text}</p>${script}`);
  expect(decode(iconv.encode(silent, 'windows-1251'), 'text/html')).toBe(silent);
  const late = page(`${script.repeat(100)}<meta charset="windows-1257">`, 'Naują planą paskelbė.');
  expect(decode(iconv.encode(late, 'windows-1257'), 'text/html') === late).toBe(true);
});

test('Ukrainian in KOI8 and Thai are detected', () => {
  for (const [encoding, text] of [
    ['koi8-u', 'Міська рада Києва оголосила новий транспортний план. Згідно з планом буде змінено маршрути.'],
    ['windows-874', 'กรุงเทพมหานครประกาศแผนการคมนาคมใหม่ ตั้งแต่เดือนเมษายนปีหน้าจะมีการปรับเส้นทางรถโดยสาร'],
  ] as const) {
    const source = page('', text);
    expect(decode(iconv.encode(source, encoding), 'text/html'), encoding).toBe(source);
  }
});
