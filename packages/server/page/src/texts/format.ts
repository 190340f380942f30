import { getLanguage } from './language.js';

/** Forms of a word by number, as `Intl.PluralRules` names them. */
export function plural(count: number, forms: { readonly one: string; readonly other: string }): string {
  const rule = new Intl.PluralRules(getLanguage()).select(count);
  return `${formatNumber(count)} ${rule === 'one' ? forms.one : forms.other}`;
}

/** A whole number, or one with a few digits after the point. */
export function formatNumber(value: number, digits = 0): string {
  return new Intl.NumberFormat(getLanguage(), { maximumFractionDigits: digits }).format(value);
}

/** An estimate of tokens. */
export function formatTokens(count: number): string {
  return `≈ ${formatNumber(count)}`;
}

/** 240 ms, 4.2 s, 2 min 5 s. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${formatNumber(Math.round(ms))} ms`;
  if (ms < 60_000) return `${formatNumber(ms / 1_000, 1)} s`;
  const seconds = Math.round(ms / 1_000);
  const minutes = `${formatNumber(Math.floor(seconds / 60))} min`;
  return seconds % 60 === 0 ? minutes : `${minutes} ${seconds % 60} s`;
}

/** Characters as kB. */
export function formatSize(bytes: number): string {
  return bytes < 1_000 ? `${formatNumber(bytes)} B` : `${formatNumber(bytes / 1_000, 1)} kB`;
}

/** As dates are written here: 3 May 2026, 14:02. */
const dateLocales = { en: 'en-GB', de: 'de' } as const;

function formatDateTime(iso: string | number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(dateLocales[getLanguage()], options).format(new Date(iso));
}

/** Under a day "6 minutes ago", else the date and the time. */
export function formatTime(iso: string | number, now = Date.now()): string {
  const time = new Date(iso).getTime();
  const ago = Math.abs(now - time);
  if (ago >= 86_400_000) return `${formatDate(time)}, ${formatClock(time)}`;
  const relative = new Intl.RelativeTimeFormat(getLanguage(), { numeric: 'auto' });
  const sign = time > now ? 1 : -1;
  if (ago < 60_000) return relative.format(sign * Math.round(ago / 1_000), 'second');
  if (ago < 3_600_000) return relative.format(sign * Math.round(ago / 60_000), 'minute');
  return relative.format(sign * Math.round(ago / 3_600_000), 'hour');
}

/** The time of day, for what happened today. */
export function formatClock(iso: string | number): string {
  return formatDateTime(iso, { timeStyle: 'short' });
}

/** To the second, with its zone. */
export function formatExactTime(iso: string | number): string {
  return formatDateTime(iso, { dateStyle: 'full', timeStyle: 'long' });
}

/** A date alone. */
export function formatDate(iso: string | number): string {
  return formatDateTime(iso, { dateStyle: 'long' });
}
