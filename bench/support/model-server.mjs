// A server of OpenAI's interface that answers every message with TOKENS words, one each GAP_MS.
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';

const tokens = Number(process.env.TOKENS);
const gap = Number(process.env.GAP_MS);
const chunk = (delta, finish_reason = null) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const WORD = chunk({ content: 'word ' });

const server = createServer(async (request, response) => {
  request.resume();
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  for (let i = 0; i < tokens && !response.destroyed; i++) {
    response.write(WORD);
    if (gap > 0) await setTimeout(gap);
  }
  response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`));
