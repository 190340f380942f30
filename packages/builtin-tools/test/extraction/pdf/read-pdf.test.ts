import { PDFDocument, type PDFPage, StandardFonts } from 'pdf-lib';
import { expect, test } from 'vitest';
import { extractPage } from '../../../src/extraction/extract-page.js';
import type { ExtractedPage } from '../../../src/extraction/extracted-page.js';
import { rawPdf } from './raw-pdf.js';

const url = 'https://site.example/report.pdf';

function read(bytes: Uint8Array, contentType = 'application/pdf'): Promise<ExtractedPage> {
  return extractPage({ bytes, contentType, url });
}

interface Run {
  readonly text: string;
  readonly x?: number;
  readonly y: number;
  readonly size?: number;
}

async function writePdf(
  pages: readonly (readonly Run[])[],
  prepare: (document: PDFDocument) => void = () => {},
): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const runs of pages) {
    const page: PDFPage = document.addPage([600, 800]);
    for (const { text, x = 50, y, size = 11 } of runs) page.drawText(text, { x, y, size, font });
  }
  prepare(document);
  return document.save();
}

test('lines become paragraphs, larger letters headings, divided words one', async () => {
  const page = await read(
    await writePdf([
      [
        { text: 'Moore und Kohlenstoff', y: 740, size: 22 },
        { text: 'Moore speichern mehr Kohlenstoff als alle Wälder der Erde zusammen, obwohl sie', y: 700 },
        {
          text: 'nur drei Prozent der Landfläche bedecken. Sie wachsen um einen Millimeter im Jahr, und Entwässe-',
          y: 686,
        },
        { text: 'rung macht das rückgängig.', y: 672 },
        { text: 'Ein zweiter Absatz steht mit Abstand.', y: 640 },
        { text: 'Was zu tun ist', y: 610, size: 15 },
        { text: '- Gräben schließen', y: 590 },
        { text: '- Torf im Boden lassen', y: 576 },
        { text: '1. zuerst messen', y: 550 },
      ],
      [{ text: 'Die zweite Seite.', y: 700 }],
    ]),
  );
  expect(page.markdown).toBe(
    [
      '## Moore und Kohlenstoff',
      'Moore speichern mehr Kohlenstoff als alle Wälder der Erde zusammen, obwohl sie nur drei Prozent der Landfläche ' +
        'bedecken. Sie wachsen um einen Millimeter im Jahr, und Entwässerung macht das rückgängig.',
      'Ein zweiter Absatz steht mit Abstand.',
      '### Was zu tun ist',
      '- Gräben schließen\n- Torf im Boden lassen',
      '1. zuerst messen',
      'Die zweite Seite.',
    ].join('\n\n'),
  );
  expect(page).toMatchObject({ mediaType: 'application/pdf', warnings: [] });
});

test('columns of a table stay apart, and rows are lines', async () => {
  const rows = [
    ['Lebensraum', 'Kohlenstoff'],
    ['Hochmoor', '1.450'],
    ['Laubwald', '190'],
  ];
  const runs = rows.flatMap(([name = '', value = ''], row) => [
    { text: name, x: 50, y: 700 - row * 14 },
    { text: value, x: 250, y: 700 - row * 14 },
  ]);
  const { markdown } = await read(await writePdf([runs]));
  expect(markdown.split('\n').map((line) => line.split(/\s{2,}/))).toEqual(rows);
});

test('title, authors, subject, language and dates come from the file', async () => {
  const bytes = await writePdf([[{ text: 'Text', y: 700 }]], (document) => {
    document.setTitle('Moore und Kohlenstoff');
    document.setAuthor('Jürgen Weiß');
    document.setSubject('Ein Überblick');
    document.setLanguage('de-DE');
    document.setCreationDate(new Date('2024-03-14T08:30:00Z'));
    document.setModificationDate(new Date('2024-04-02T17:05:09Z'));
  });
  expect(await read(bytes)).toMatchObject({
    title: 'Moore und Kohlenstoff',
    authors: ['Jürgen Weiß'],
    description: 'Ein Überblick',
    language: 'de-DE',
    publishedTime: '2024-03-14T08:30:00Z',
    modifiedTime: '2024-04-02T17:05:09Z',
  });
});

test('the first 50 pages are read, and a warning says how many there are', async () => {
  const bytes = await writePdf(Array.from({ length: 53 }, (_, index) => [{ text: `Page ${index + 1} of it`, y: 700 }]));
  const { markdown, warnings, isPartial } = await read(bytes);
  expect(isPartial).toBe(true);
  expect(markdown).toContain('Page 50 of it');
  expect(markdown).not.toContain('Page 51 of it');
  expect(warnings).toEqual(['The PDF has 53 pages: these are the first 50.']);
});

test('a PDF of pictures is told to be one, and pages without text are counted', async () => {
  const scanned = await read(await writePdf([[], []]));
  expect(scanned).toMatchObject({
    markdown: '',
    warnings: ['The PDF holds no text, only pictures: it is probably scanned.'],
  });
  const { markdown, warnings } = await read(await writePdf([[{ text: 'Text', y: 700 }], []]));
  expect(markdown).toBe('Text');
  expect(warnings).toEqual(['1 of the pages that were read hold no text, perhaps pictures.']);
});

test('an encrypted PDF needs its password, and is refused in words', async () => {
  const encryption = `<</Filter/Standard/V 1/R 2/Length 40/P -4/O<${'11'.repeat(32)}>/U<${'22'.repeat(32)}>>>`;
  const bytes = rawPdf(
    ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>', '<</Type/Page/Parent 2 0 R>>', encryption],
    `<</Root 1 0 R/Encrypt 4 0 R/ID[<${'33'.repeat(16)}><${'33'.repeat(16)}>]>>`,
  );
  await expect(read(bytes)).rejects.toMatchObject({
    name: 'ExtractionError',
    message: `The PDF ${url} is encrypted, and cannot be read without its password.`,
  });
});

test('a broken PDF is refused in words, and a damaged one is read as far as it goes', async () => {
  const whole = Buffer.from(await writePdf([[{ text: 'First', y: 700 }], [{ text: 'Second', y: 700 }]]));
  for (const bytes of [
    Buffer.from('%PDF-1.7\nnonsense'),
    Buffer.from('%PDF-1.7'),
    Buffer.from('no PDF at all'),
    whole.subarray(0, 60),
    rawPdf(['<</Type/Catalog>>']),
  ]) {
    await expect(read(bytes), String(bytes.subarray(0, 80))).rejects.toMatchObject({
      name: 'ExtractionError',
      message: expect.stringContaining(`The PDF ${url} is broken and cannot be read`),
    });
  }
  const withoutTable = rawPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    '<</Length 40>>stream\nBT /F 12 Tf 20 700 Td (No table) Tj ET    \nendstream',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]);
  expect((await read(withoutTable)).markdown).toBe('No table');
  expect((await read(Buffer.concat([Buffer.from('junk in front\n'), whole]), 'application/pdf')).markdown).toContain(
    'First',
  );
});

test('text that looks like Markdown is escaped, items of lists are items', async () => {
  const lines = ['# not a heading', '[x](javascript:alert(1))', '```', '---', 'a `b` c', '- item', '2. item'];
  const runs = lines.map((text, index) => ({ text, y: 700 - index * 40 }));
  expect((await read(await writePdf([runs]))).markdown.split('\n\n')).toEqual([
    '\\# not a heading',
    '[x\\](javascript:alert(1))',
    '\\```',
    '\\---',
    'a \\`b\\` c',
    '- item',
    '2. item',
  ]);
});

test('what is too small to see, and what stands beside the paper, is not read', async () => {
  const { markdown } = await read(
    await writePdf([
      [
        { text: 'What everybody sees.', y: 700 },
        { text: 'Tiny.', y: 650, size: 0.5 },
        { text: 'Below.', y: -500 },
        { text: 'Beside.', x: 900, y: 600 },
        { text: 'A note.', y: 550, size: 6 },
      ],
    ]),
  );
  expect(markdown).toBe('What everybody sees.\n\nA note.');
});
