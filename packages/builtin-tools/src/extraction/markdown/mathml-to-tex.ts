/** Formulas that a page has as MathML alone, as TeX that a reader understands. */
import { isElement, tagOf } from './elements.js';
import { seenText, toLine } from './seen-text.js';

const maxDepth = 60;

const signs: ReadonlyMap<string, string> = new Map(
  Object.entries({
    α: 'alpha',
    β: 'beta',
    γ: 'gamma',
    δ: 'delta',
    ε: 'epsilon',
    ϵ: 'epsilon',
    ζ: 'zeta',
    η: 'eta',
    θ: 'theta',
    κ: 'kappa',
    λ: 'lambda',
    μ: 'mu',
    ν: 'nu',
    ξ: 'xi',
    π: 'pi',
    ρ: 'rho',
    σ: 'sigma',
    τ: 'tau',
    φ: 'phi',
    ϕ: 'phi',
    χ: 'chi',
    ψ: 'psi',
    ω: 'omega',
    Γ: 'Gamma',
    Δ: 'Delta',
    Θ: 'Theta',
    Λ: 'Lambda',
    Ξ: 'Xi',
    Π: 'Pi',
    Σ: 'Sigma',
    Φ: 'Phi',
    Ψ: 'Psi',
    Ω: 'Omega',
    '∑': 'sum',
    '∏': 'prod',
    '∫': 'int',
    '∬': 'iint',
    '∮': 'oint',
    '∞': 'infty',
    '∂': 'partial',
    '∇': 'nabla',
    '±': 'pm',
    '∓': 'mp',
    '×': 'times',
    '⋅': 'cdot',
    '·': 'cdot',
    '÷': 'div',
    '≤': 'leq',
    '≥': 'geq',
    '≠': 'neq',
    '≈': 'approx',
    '≡': 'equiv',
    '∼': 'sim',
    '∝': 'propto',
    '→': 'to',
    '←': 'leftarrow',
    '↔': 'leftrightarrow',
    '⇒': 'Rightarrow',
    '⇔': 'Leftrightarrow',
    '↦': 'mapsto',
    '∈': 'in',
    '∉': 'notin',
    '⊂': 'subset',
    '⊆': 'subseteq',
    '∪': 'cup',
    '∩': 'cap',
    '∅': 'emptyset',
    '∀': 'forall',
    '∃': 'exists',
    '¬': 'neg',
    '∧': 'land',
    '∨': 'lor',
    '…': 'ldots',
    '⋯': 'cdots',
    '′': 'prime',
    '√': 'surd',
    '⟨': 'langle',
    '⟩': 'rangle',
    '∥': 'parallel',
    ℝ: 'mathbb{R}',
    ℕ: 'mathbb{N}',
    ℤ: 'mathbb{Z}',
    ℂ: 'mathbb{C}',
    ℚ: 'mathbb{Q}',
    ℓ: 'ell',
    ℏ: 'hbar',
    '%': '%',
    '{': '{',
    '}': '}',
    '&': '&',
    '#': '#',
    _: '_',
    $: '$',
  }).map(([sign, name]): [string, string] => [sign, /^[a-z]+$/i.test(name) ? `\\${name} ` : `\\${name}`]),
);

const functions =
  /^(?:arccos|arcsin|arctan|arg|cos|cosh|cot|csc|deg|det|dim|exp|gcd|inf|ker|lim|limsup|liminf|ln|log|max|min|sec|sin|sinh|sup|tan|tanh|Pr)$/;
const accents: ReadonlyMap<string, string> = new Map([
  ['¯', 'overline'],
  ['‾', 'overline'],
  ['_', 'overline'],
  ['^', 'hat'],
  ['ˆ', 'hat'],
  ['~', 'tilde'],
  ['˜', 'tilde'],
  ['→', 'vec'],
  ['⃗', 'vec'],
  ['˙', 'dot'],
  ['¨', 'ddot'],
  ['⏞', 'overbrace'],
]);

/** Writes a `<math>` element, or a part of one. */
export function mathmlToTex(element: Element): string {
  return toLine(write(element, 0)).replaceAll(/ (?=[\^_}])/g, '');
}

function write(element: Element, depth: number): string {
  const tag = tagOf(element);
  if (depth > maxDepth) return writeSigns(toLine(seenText(element.textContent ?? '')));
  const parts = childrenOf(element);
  const part = (index: number): string => {
    const child = parts[index];
    return child === undefined ? '' : write(child, depth + 1);
  };
  const all = (): string => parts.map((child) => write(child, depth + 1)).join('');
  switch (tag) {
    case 'mi':
    case 'mn':
    case 'mo':
      return writeName(element);
    case 'mtext':
    case 'ms': {
      const text = toLine(seenText(element.textContent ?? ''));
      return text === '' ? ' ' : `\\text{${text}}`;
    }
    case 'mspace':
    case 'none':
    case 'mprescripts':
    case 'annotation':
    case 'annotation-xml':
    case 'mphantom':
      return ' ';
    case 'msup':
      return `${base(part(0))}^${group(part(1))}`;
    case 'msub':
      return `${base(part(0))}_${group(part(1))}`;
    case 'msubsup':
    case 'munderover':
      return `${base(part(0))}_${group(part(1))}^${group(part(2))}`;
    case 'munder':
      return `${base(part(0))}_${group(part(1))}`;
    case 'mover': {
      const accent = accents.get((parts[1]?.textContent ?? '').trim());
      return accent === undefined ? `${base(part(0))}^${group(part(1))}` : `\\${accent}{${part(0).trim()}}`;
    }
    case 'mfrac':
      return `\\frac{${part(0).trim()}}{${part(1).trim()}}`;
    case 'msqrt':
      return `\\sqrt{${all().trim()}}`;
    case 'mroot':
      return `\\sqrt[${part(1).trim()}]{${part(0).trim()}}`;
    case 'mfenced':
      return `(${parts.map((child) => write(child, depth + 1).trim()).join(', ')})`;
    case 'mtable':
      return `\\begin{matrix}${parts.map((child) => write(child, depth + 1)).join(' \\\\ ')}\\end{matrix}`;
    case 'mtr':
      return parts.map((child) => write(child, depth + 1)).join(' & ');
    case 'semantics':
      return part(0);
    default:
      return parts.length === 0 ? writeSigns(toLine(seenText(element.textContent ?? ''))) : all();
  }
}

function childrenOf(element: Element): readonly Element[] {
  const children: Element[] = [];
  for (let child = element.firstChild; child !== null; child = child.nextSibling) {
    if (isElement(child)) children.push(child);
  }
  return children;
}

function writeName(element: Element): string {
  const text = toLine(seenText(element.textContent ?? ''));
  if (functions.test(text)) return `\\${text} `;
  const written = writeSigns(text);
  if (text.length > 1 && tagOf(element) === 'mi') return `\\mathrm{${written.trim()}}`;
  return /^[=<>+]$/.test(text) || (/^\\[a-z]+ $/i.test(written) && tagOf(element) === 'mo')
    ? ` ${written.trim()} `
    : written;
}

function writeSigns(text: string): string {
  let written = '';
  // The minus of mathematics, and operators that are not seen.
  for (const sign of text.replaceAll('−', '-').replaceAll(/[\u2061-\u2064]/g, '')) written += signs.get(sign) ?? sign;
  return written;
}

function group(tex: string): string {
  const trimmed = tex.trim();
  return trimmed.length === 1 ? trimmed : `{${trimmed}}`;
}

function base(tex: string): string {
  const trimmed = tex.trim();
  return trimmed.length <= 1 || /^\\?[A-Za-z]+$|^\d+$|^\\(?:mathrm|mathbb|text)\{[^{}]*\}$/.test(trimmed)
    ? trimmed
    : `{${trimmed}}`;
}
