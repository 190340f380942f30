/** Stands for a validator that the form's library imports for its tests alone, and that a strict policy refuses. */
const noValidator = undefined;

// biome-ignore lint/style/noDefaultExport: the library imports it by that name
export default noValidator;
