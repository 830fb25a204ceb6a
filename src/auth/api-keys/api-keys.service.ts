import { Injectable } from '@nestjs/common';
import { NotFoundError, ValidationError } from '../../common/errors/service-error';
import { generateKey, isKeyOf, prefixOf } from './api-key';
import { type ApiKey, ApiKeysRepository } from './api-keys.repository';

/** The most keys of one account. */
const MOST_KEYS = 100;

/** API keys: made, listed and revoked by their owner, and recognised in requests. */
@Injectable()
export class ApiKeysService {
  constructor(private readonly keys: ApiKeysRepository) {}

  /**
   * A new key with its secret, which is told this once.
   *
   * @throws ValidationError when the owner has too many.
   */
  async create(
    userId: string,
    { name, description }: { name: string; description?: string },
  ): Promise<ApiKey & { key: string }> {
    const { key, prefix, hash } = generateKey();
    const stored = await this.keys.insert(
      { user_id: userId, name, description: description ?? null, prefix, hash },
      MOST_KEYS,
    );
    if (stored === undefined) throw tooMany();
    return { ...stored, key };
  }

  list(userId: string): Promise<ApiKey[]> {
    return this.keys.listOf(userId);
  }

  /** @throws NotFoundError when the owner has no key of this id. */
  async revoke(id: string, userId: string): Promise<void> {
    if (!(await this.keys.remove(id, userId))) throw new NotFoundError('there is no API key of this id');
  }

  /** The stored key, noted as used; undefined for whatever is no key that holds. */
  async find(key: string): Promise<ApiKey | undefined> {
    const prefix = prefixOf(key);
    const stored = prefix === undefined ? undefined : await this.keys.findByPrefix(prefix);
    if (stored === undefined || !isKeyOf(stored.hash, key)) return undefined;
    await this.keys.noteUsed(stored, new Date());
    return stored;
  }
}

const tooMany = () =>
  new ValidationError([
    {
      loc: ['body'],
      msg: `an account can have ${MOST_KEYS} API keys; revoke one that is not used any more`,
      type: 'tooMany',
    },
  ]);
