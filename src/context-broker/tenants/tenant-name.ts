import { badRequestData } from '../errors';

/** Short enough that the name of its file is one on every file system, also when every character is escaped. */
const NAME = /^[A-Za-z0-9_.:-]{1,80}$/;

export const isTenantName = (text: string): boolean => NAME.test(text);

/** @throws NgsiLdError BadRequestData */
export function checkedTenant(name: string): string {
  if (isTenantName(name)) return name;
  throw badRequestData(
    'NGSILD-Tenant: must be 1 to 80 letters, digits, dots, colons, hyphens and underscores',
  );
}

/**
 * The name of a tenant's file, without its extension. All but small letters, digits, hyphens and underscores are
 * escaped, so that no two tenants have the same file where the file system does not tell capitals from small letters,
 * and none has a path.
 */
export const fileNameOf = (tenant: string): string =>
  tenant.replaceAll(/[^a-z0-9_-]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);

/** The tenant whose file this is. */
export const tenantOfFile = (fileName: string): string => decodeURIComponent(fileName);
