import { useTexts } from '../../texts/define-texts.js';
import { appTexts } from '../texts.js';

/** What stands on the key that makes commands of letters. */
export function useControlKey(): string {
  const { control } = useTexts(appTexts);
  return /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : control;
}
