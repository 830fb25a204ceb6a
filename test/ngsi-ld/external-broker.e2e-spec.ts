import { ExternalBrokerAdapter } from '../../src/ngsi-ld/external/external-broker.adapter';
import { startService } from '../support/service';
import { describeBrokerContract } from './broker-contract';

describeBrokerContract('external, a second instance of the service over HTTP', async () => {
  const service = await startService();
  const broker = new ExternalBrokerAdapter({ url: service.url });
  return {
    broker,
    async stop() {
      broker.onApplicationShutdown();
      await service.stop();
    },
  };
});

const { CONTRACT_BROKER_URL, CONTRACT_BROKER_TENANT, CONTRACT_BROKER_TOKEN } = process.env;

if (CONTRACT_BROKER_URL !== undefined) {
  describeBrokerContract(CONTRACT_BROKER_URL, () => {
    const broker = new ExternalBrokerAdapter({
      url: CONTRACT_BROKER_URL,
      tenant: CONTRACT_BROKER_TENANT,
      token: CONTRACT_BROKER_TOKEN,
    });
    const stop = () => Promise.resolve(broker.onApplicationShutdown());
    return Promise.resolve({ broker, stop });
  });
}
