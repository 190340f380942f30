// The small builds load sooner; types come with the large one alone.
declare module 'pdfjs-dist/legacy/build/pdf.min.mjs' {
  export { getDocument, VerbosityLevel } from 'pdfjs-dist';
}
declare module 'pdfjs-dist/legacy/build/pdf.worker.min.mjs';
