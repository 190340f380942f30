/** Makes trees of texts, one after the other. It says when it is there. */
import { makeMarkdownTree } from './markdown-tree.js';

addEventListener('message', ({ data }: MessageEvent<string>) => postMessage(makeMarkdownTree(data)));
postMessage('ready');
