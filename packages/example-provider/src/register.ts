import type { CompanionHost } from '@loadout/core/contract';
import { CourseProvider } from './course-provider.js';

/**
 * Called once by the host. It only adds a listener: nothing is read or started here, so loading the companion
 * costs nothing.
 *
 * The provider has no state that belongs to a turn, so one instance serves all turns. A provider that keeps a
 * turn's data in fields registers a factory instead: `event.registerProvider(() => new CourseProvider(host))`.
 */
export function register(host: CompanionHost): void {
  const provider = new CourseProvider(host);
  host.on('CollectToolProviders', (event) => event.registerProvider(provider));
}
