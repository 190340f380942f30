import { defineTexts } from '../../texts/define-texts.js';

const english = {
  required: 'required',
  addItem: (label: string) => `Add to ${label}`,
  removeItem: (label: string, number: string) => `Remove ${number} from ${label}`,
  moveUp: (label: string, number: string) => `Move ${number} of ${label} up`,
  moveDown: (label: string, number: string) => `Move ${number} of ${label} down`,
  item: (number: string) => `Item ${number}`,
  addField: 'Add a field',
  removeField: (label: string) => `Remove ${label}`,
  fieldName: (label: string) => `Name of ${label}`,
  newValue: '',
  previous: 'Earlier',
  next: 'Later',
  yes: 'Yes',
  no: 'No',
  close: 'Close',
  kindOf: (label: string) => `Kind of ${label}`,
  deprecated: (label: string) => `${label} (deprecated)`,
  option: (number: string) => `Kind ${number}`,
  withFields: (names: string) => `With ${names}`,
  defaultIs: (value: string) => `Default: ${value}.`,
  text: 'Text',
  wholeNumber: 'Whole number',
  number: 'Number',
  yesOrNo: 'Yes or no',
  list: 'List',
  object: 'Object',
  nothing: 'Nothing (null)',
  asJson: (label: string) => `${label} (JSON)`,
  notJson: 'This cannot be read as JSON yet. Check commas, quotes and brackets.',
  notJsonAt: (line: string) => `This cannot be read as JSON yet. Check commas, quotes and brackets in line ${line}.`,
  noFormForReference: 'There is no form: the schema refers to a part that it does not have. Enter JSON.',
  noFormForMany: 'There is no form: the schema has more than 200 fields. Enter JSON.',
  noFormForDepth: 'There is no form: the schema is nested too deeply. Enter JSON.',
  noFormForFailure: 'The form of this schema could not be drawn. Enter JSON.',
  errorAt: (place: string, message: string) => `${place}: ${message}`,
};

export type Texts = typeof english;

/** Words of forms that are drawn of a schema. */
export const formTexts = defineTexts(english, () => import('./texts.de.js'));
