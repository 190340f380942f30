import { expect, test } from 'vitest';
// Reaches inside: what is counted and dropped here decides whether a DOM is built at all.
import { reduceHtml } from '../../../src/extraction/html/reduce-html.js';

const reduce = (source: string): string => reduceHtml(source).html.replace('<!DOCTYPE html>', '');

test('what is read stays: tags of the vocabulary, text, and the attributes that carry meaning', () => {
  expect(reduce('<P CLASS=x onclick="a()" data-y=1 id=\'z\'>a &amp; b<br/>c</P >')).toBe(
    '<p class="x" id="z">a &amp; b<br>c</p>',
  );
  expect(reduce('<a href="/?a=1&b=\'2\'">x</a>')).toBe('<a href="/?a=1&b=\'2\'">x</a>');
  expect(reduce('<my-card><u>x</u></my-card>')).toBe('<div>x</div>');
});

test('scripts, styles, comments and drawings go, with what looks like tags in them', () => {
  expect(
    reduce('a<script>"<b>"</script >b<style>i{}</style><!-- <p> -->c<svg><title>t</title></svg>d<!-->e<svg/>f'),
  ).toBe('abcdef');
  expect(reduce('a<script>never closed <p>b')).toBe('a');
  expect(reduce('a<svg>never closed <p>b')).toBe('anever closed <p>b');
  expect(reduce('<?xml version="1.0"?><!doctype html>a')).toBe('a');
});

test('a title and JSON-LD stay, and cannot open anything', () => {
  expect(reduce('<p>d<title>a <b> c</title><title>no</title>')).toBe('<title>a &lt;b> c</title><p>d');
  expect(reduce('<script type="application/ld+json">{"a":"<p>"}</script>')).toBe(
    '<script type="application/ld+json">{"a":"\\u003cp>"}</script>',
  );
});

test('a quoted bracket does not end a tag, and no attribute can end another', () => {
  expect(reduce('<img alt="a > b" src=x>c')).toBe('<img alt="a &gt; b" src="x">c');
  expect(reduce(`<img alt='"><script>' src=x>`)).toBe('<img alt="&quot;&gt;&lt;script&gt;" src="x">');
  expect(reduce('a<img alt="never closed > b')).toBe('a');
});

test('a bracket that begins no tag is text', () => {
  expect(reduce('1 < 2 <3 <')).toBe('1 &lt; 2 &lt;3 &lt;');
});

test('formatting ends before the next block and is open once', () => {
  expect(reduce('<b>a<strong>b<i>c<p>d</b>e')).toBe('<strong>ab<em>c</em></strong><p>de');
  expect(reduce('<b><i>a</b>b</i>c')).toBe('<strong><em>a</em></strong>bc');
  expect(reduce('<font color=red>a</font><code class="language-js">b</code>')).toBe('a<code>b</code>');
});

test('the language of code goes to the block that holds it', () => {
  expect(reduce('<pre class=x>\n<code class="hljs lang-c++">a</code></pre>')).toBe(
    '<pre class="language-c++">\n<code>a</code></pre>',
  );
});

test('elements that are not shown are marked as hidden', () => {
  expect(reduce('<p style="color:red; display : none">a</p><p style="color:red">b</p>')).toBe(
    '<p hidden>a</p><p>b</p>',
  );
});

test('elements and depth are counted; what ends by itself does not nest', () => {
  expect(reduceHtml('<div><div><p>a<p>b</div></div><ul><li>c<li>d</ul>')).toMatchObject({ elements: 7, depth: 2 });
  expect(reduceHtml('<div></span></div></div><div>')).toMatchObject({ elements: 2, depth: 1 });
});
