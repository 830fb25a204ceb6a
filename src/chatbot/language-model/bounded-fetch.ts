import { AiServiceError } from './model-errors';

/** More than any answer with all its tool calls takes on the wire. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Fetches as usual, but ends an answer that has no end, so that a line without end fills no memory. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' });
  if (response.body === null) return response;
  let bytes = 0;
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes <= MOST_BYTES) controller.enqueue(chunk);
      else controller.error(new AiServiceError('the model server does not come to an end'));
    },
  });
  return new Response(response.body.pipeThrough(bounded), response);
};
