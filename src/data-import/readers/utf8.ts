import { types } from 'node:util';
import { FileError } from '../row';

/**
 * The text of a file, without byte order mark.
 *
 * @throws FileError when the bytes are not UTF-8.
 */
export async function* decodeUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of chunks) {
      yield decoder.decode(chunk, { stream: true });
    }
    yield decoder.decode();
  } catch (error) {
    throw isDecodingError(error) ? new FileError('is not UTF-8 text') : error;
  }
}

export const isDecodingError = (error: unknown): boolean =>
  types.isNativeError(error) && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
