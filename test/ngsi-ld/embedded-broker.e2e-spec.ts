import { ContextBrokerOptions } from '../../src/context-broker/context-broker.options';
import { Tenants } from '../../src/context-broker/tenants/tenants';
import { EmbeddedBrokerAdapter } from '../../src/ngsi-ld/embedded-broker.adapter';
import { temporaryDirectory } from '../support/service';
import { describeBrokerContract } from './broker-contract';

describeBrokerContract('embedded, in process', () => {
  const directory = temporaryDirectory();
  const options = Object.assign(new ContextBrokerOptions(), { dataDirectory: directory.path });
  const tenants = new Tenants(options);
  return Promise.resolve({
    broker: new EmbeddedBrokerAdapter(tenants.default),
    async stop() {
      await tenants.onApplicationShutdown();
      directory.remove();
    },
  });
});
