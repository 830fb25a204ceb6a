import { ContextBroker } from '../../src/context-broker/context-broker';
import { ContextBrokerOptions } from '../../src/context-broker/context-broker.options';
import { EmbeddedBrokerAdapter } from '../../src/ngsi-ld/embedded-broker.adapter';
import { temporaryDirectory } from '../support/service';
import { describeBrokerContract } from './broker-contract';

describeBrokerContract('embedded, in process', () => {
  const directory = temporaryDirectory();
  const options = Object.assign(new ContextBrokerOptions(), { dataDirectory: directory.path });
  const engine = new ContextBroker(options);
  return Promise.resolve({
    broker: new EmbeddedBrokerAdapter(engine),
    async stop() {
      await engine.onApplicationShutdown();
      directory.remove();
    },
  });
});
