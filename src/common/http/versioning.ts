import { type VersioningOptions, VersioningType } from '@nestjs/common';

/**
 * A controller with a version is served below /api/v<version>: `@Controller({ path: 'items', version: '1' })`. One
 * without has its path as it stands. A breaking change becomes a method or controller with version '2' beside the old
 * one, which is then marked by `@Deprecated`.
 */
export const VERSIONING: VersioningOptions = { type: VersioningType.URI, prefix: 'api/v' };
