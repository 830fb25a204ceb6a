import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { v7 as uuidv7 } from 'uuid';

const ANSWERS: Partial<Record<string, [status: number, type: string, detail: string]>> = {
  HPE_INVALID_URL: [400, 'InvalidRequest', 'the address has characters that have to be percent-encoded'],
  HPE_HEADER_OVERFLOW: [431, 'HeadersTooLarge', 'the request line and headers are larger than 16 KB'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'RequestTimeout', 'the request was not sent in time'],
};

/** Answers what never became a request, because it is no HTTP or came too slowly, in the error envelope too. */
export function answerUnparsable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, error_type, detail] = ANSWERS[error.code ?? ''] ?? [
    400,
    'InvalidRequest',
    'the request is no HTTP',
  ];
  const body = JSON.stringify({ status_code: status, error_type, detail, request_id: uuidv7() });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
