import { Ajv2020 } from 'ajv/dist/2020.js';
import { definitions } from '../../src/generated/schemas.js';

const ajv = new Ajv2020({ strict: false, validateFormats: false, discriminator: true });
ajv.addSchema({ $id: 'schemas', $defs: definitions });

/** What is wrong with a value, by the definition of a name; nothing where it fits. */
export function misfitsOf(definition: string, value: unknown): string {
  const validate = ajv.getSchema(`schemas#/$defs/${definition}`);
  if (validate === undefined) throw new Error(`There is no definition ${definition}.`);
  return validate(value) ? '' : ajv.errorsText(validate.errors, { dataVar: definition });
}
