import { ContextBrokerOptions } from '../../src/context-broker/context-broker.options';
import { EmbeddedBrokerAdapter } from '../../src/ngsi-ld/embedded-broker.adapter';
import { openTenants } from '../context-broker/open-tenants';
import { temporaryDirectory } from '../support/service';
import { describeBrokerContract } from './broker-contract';

describeBrokerContract('embedded, in process', () => {
  const directory = temporaryDirectory();
  const options = Object.assign(new ContextBrokerOptions(), { dataDirectory: directory.path });
  const open = openTenants(options);
  return Promise.resolve({
    broker: new EmbeddedBrokerAdapter(open.tenants.default),
    async stop() {
      await open.close();
      directory.remove();
    },
  });
});
