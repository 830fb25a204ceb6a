// What a Nest application costs by itself, with its answer in memory: what the service's figures are compared with.
import 'reflect-metadata';
import { Body, Controller, Get, Module, Put } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

class AnswerController {
  #answer = { hello: 'world' };

  read() {
    return this.#answer;
  }

  replace(answer) {
    this.#answer = answer;
  }
}
const { prototype } = AnswerController;
Controller()(AnswerController);
Get()(prototype, 'read', Object.getOwnPropertyDescriptor(prototype, 'read'));
Put()(prototype, 'replace', Object.getOwnPropertyDescriptor(prototype, 'replace'));
Body()(prototype, 'replace', 0);

class AnswerModule {}
Module({ controllers: [AnswerController] })(AnswerModule);

const app = await NestFactory.create(AnswerModule, { logger: false });
app.useBodyParser('json', { limit: '10mb' });
await app.listen(0, '127.0.0.1');
console.log(`listening at ${await app.getUrl()}/`);
