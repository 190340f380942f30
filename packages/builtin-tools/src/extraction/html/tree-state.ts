import { ElementStack } from './element-stack.js';
import { createHeadWriter, type HeadWriter } from './head-writer.js';
import type { Renderer } from './render-html.js';
import { createStyleRules, type StyleRules } from './style-rules.js';

/** How far a tree may grow. */
export interface TreeLimits {
  readonly characters: number;
  readonly elements: number;
  readonly depth: number;
}

/** How a tree is written. */
export interface TreeOptions {
  readonly renderer: Renderer;
  readonly limits: TreeLimits;
  /** Whether what the page hides is written all the same. */
  readonly concealed: 'dropped' | 'kept';
}

/** A tree that is being written. */
export interface TreeState extends Omit<TreeOptions, 'renderer'> {
  readonly stack: ElementStack;
  readonly head: HeadWriter;
  readonly styles: StyleRules;
  readonly rootAttributes: Map<string, string>;
  readonly bodyAttributes: Map<string, string>;
  /** Whether a style sheet in the page gives colours. */
  hasLooksElsewhere: boolean;
  isInBody: boolean;
  /** Whether nothing was written since `<pre>`: line breaks there are none. */
  isAfterPre: boolean;
  /** Whether the block has a picture, of which what is shown without scripts would be a copy. */
  hasPicture: boolean;
  /** Ids of what tabs and buttons open, and of those themselves. */
  readonly opened: Set<string>;
  textCharacters: number;
  /** Those beside what belongs to the site around the page; of hidden ones too. */
  mainCharacters: number;
  concealedCharacters: number;
  concealedMainCharacters: number;
  noscriptText: string;
  scriptCount: number;
  scriptCharacters: number;
  hasFrame: boolean;
}

/** A tree of which nothing is written yet. */
export function createTreeState({ renderer, limits, concealed }: TreeOptions): TreeState {
  return {
    limits,
    concealed,
    stack: new ElementStack(renderer),
    head: createHeadWriter(),
    styles: createStyleRules(),
    rootAttributes: new Map(),
    bodyAttributes: new Map(),
    hasLooksElsewhere: false,
    isInBody: false,
    isAfterPre: false,
    hasPicture: false,
    opened: new Set(),
    textCharacters: 0,
    mainCharacters: 0,
    concealedCharacters: 0,
    concealedMainCharacters: 0,
    noscriptText: '',
    scriptCount: 0,
    scriptCharacters: 0,
    hasFrame: false,
  };
}
