import { englishStringTranslator, TranslatableString } from '@rjsf/utils';
import type { Translated } from '../../texts/define-texts.js';
import { formatNumber } from '../../texts/format.js';
import type { BranchWords } from './prepare-schema.js';
import type { Texts } from './texts.js';

type Words = Translated<Texts>;

/** Titles of branches, in the language of the page. */
export function toBranchWords(texts: Words): BranchWords {
  const types: Readonly<Record<string, string>> = {
    string: texts.text,
    integer: texts.wholeNumber,
    number: texts.number,
    boolean: texts.yesOrNo,
    array: texts.list,
    object: texts.object,
    null: texts.nothing,
  };
  return {
    type: (type) => (Object.hasOwn(types, type) ? (types[type] ?? type) : type),
    withFields: texts.withFields,
    defaultIs: (value) => texts.defaultIs(value === 'true' ? texts.yes : value === 'false' ? texts.no : value),
    option: (number) => texts.option(formatNumber(number)),
  };
}

/** The library's own words, in the language of the page. */
export function createTranslator(texts: Words): (text: TranslatableString, values?: string[]) => string {
  return (text, values = []) => {
    const [first = ''] = values;
    switch (text) {
      case TranslatableString.YesLabel:
        return texts.yes;
      case TranslatableString.NoLabel:
        return texts.no;
      case TranslatableString.CloseLabel:
        return texts.close;
      case TranslatableString.ArrayItemTitle:
        return texts.item('').trim();
      case TranslatableString.AddButton:
      case TranslatableString.AddItemButton:
        return texts.addField;
      case TranslatableString.RemoveButton:
        return texts.removeField('').trim();
      case TranslatableString.KeyLabel:
        return texts.fieldName(first);
      case TranslatableString.NewStringDefault:
        return texts.newValue;
      case TranslatableString.OptionPrefix:
        return texts.option(first);
      case TranslatableString.DeprecatedLabel:
        return texts.deprecated(first);
      default:
        return englishStringTranslator(text, values);
    }
  };
}
