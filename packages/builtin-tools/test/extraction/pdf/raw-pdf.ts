/** A file by hand: objects one after the other. Readers rebuild the table of places that it does not have. */
export function rawPdf(objects: readonly (string | Buffer)[], trailer = '<</Root 1 0 R>>'): Buffer {
  const parts = objects.map((object, index) =>
    Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]),
  );
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...parts, Buffer.from(`trailer ${trailer}\n`)]);
}
