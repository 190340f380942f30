import type { JsonValue } from '../contract/json.js';
import { locateJsonError } from '../schema/locate-json-error.js';
import {
  ArgumentsRefusedError,
  forbiddenName,
  MAX_ARGUMENT_BYTES,
  MAX_ARGUMENT_LEVELS,
  tooDeep,
  tooLarge,
} from './copy-arguments.js';

/** Parses JSON text within the bounds of arguments, which are tried first. Throws {@link ArgumentsRefusedError}. */
export function parseJsonText(text: string): JsonValue {
  const { length } = text;
  if (
    length > MAX_ARGUMENT_BYTES ||
    (length * 3 > MAX_ARGUMENT_BYTES && Buffer.byteLength(text) > MAX_ARGUMENT_BYTES)
  ) {
    throw tooLarge();
  }
  if (length > MAX_ARGUMENT_LEVELS && isTooDeep(text)) throw tooDeep();
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ArgumentsRefusedError(`they are not valid JSON${describePlace(text)}`);
  }
  // The name can also be written with escapes.
  if ((text.includes('__proto__') || text.includes('\\u')) && hasForbiddenName(value)) {
    throw new ArgumentsRefusedError(forbiddenName);
  }
  return value;
}

function describePlace(text: string): string {
  const place = locateJsonError(text);
  return place === undefined ? '' : ` at line ${place.line}, column ${place.column}. ${place.message}`;
}

function isTooDeep(text: string): boolean {
  let level = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case 0x22: // "
        isInString = !isInString;
        break;
      case 0x5c: // backslash
        if (isInString) index += 1;
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (!isInString) level += 1;
        if (level > MAX_ARGUMENT_LEVELS) return true;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        if (!isInString) level -= 1;
        break;
      default:
    }
  }
  return false;
}

function hasForbiddenName(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasForbiddenName);
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(hasForbiddenName);
}

const stringsAndNumbers = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/gs;

/**
 * The value that a string spells as JSON, unless it spells none, one beyond the bounds of arguments, or one
 * that JavaScript cannot hold: a number by itself has to print back the same, one inside has to keep its value.
 */
export function parseSpelled(text: string): JsonValue | undefined {
  if (!/^\s*[[{"\d\-tfn]/.test(text)) return undefined;
  let value: JsonValue;
  try {
    value = parseJsonText(text);
  } catch {
    return undefined;
  }
  if (typeof value === 'number') return String(value) === text ? value : undefined;
  if (typeof value !== 'object') return value;
  for (const [token] of text.matchAll(stringsAndNumbers)) {
    if (!token.startsWith('"') && decimalOf(String(Number(token))) !== decimalOf(token)) return undefined;
  }
  return value;
}

/** A number's digits and power of ten, the same for all ways of writing it. */
function decimalOf(number: string): string {
  const [mantissa = '', exponent = '0'] = number.toLowerCase().split('e');
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}
