// What the host reads from the package; nothing else is public.
export { register } from './register.js';
export { settingsSchema } from './settings.js';
