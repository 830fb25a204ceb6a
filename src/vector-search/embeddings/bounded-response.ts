/** A batch of the largest vectors there are, written as JSON, with room to spare. */
const MOST_BYTES = 32 * 2 ** 20;

/** The response, whose body ends in an error when it is larger than any answer with vectors. */
export function boundedResponse(response: Response, mostBytes = MOST_BYTES): Response {
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > mostBytes) controller.error(new Error(`the answer has more than ${mostBytes} bytes`));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body?.pipeThrough(limit) ?? null, { status, statusText, headers });
}
