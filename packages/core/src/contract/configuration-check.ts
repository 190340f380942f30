/**
 * Under this key a provider that is made of definition files judges the settings of one of its tools, as
 * `validateConfiguration` of the implementation behind it does; undefined where that has nothing to say. The key is shared by
 * all copies of this package.
 */
export const validateConfigurationKey: unique symbol = Symbol.for('loadout.validateConfiguration') as never;
