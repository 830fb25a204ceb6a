import { type Browser, chromium, type Page } from 'playwright-core';
import { temporaryDirectory } from '../support/service';
import { type ServiceProcess, startServiceProcess } from '../support/service-process';

describe('the documentation pages in a browser', () => {
  const directory = temporaryDirectory();
  let service: ServiceProcess;
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    service = await startServiceProcess({ DATA_DIR: directory.path });
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
    });
    page = await browser.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(service.url)) {
        complaints.push(`asked ${request.url()}`);
      }
    });
  });
  beforeEach(() => void complaints.splice(0));
  afterAll(async () => {
    await browser.close();
    await service.stop();
    directory.remove();
  });

  it('/docs lists the operations and tries one out', async () => {
    await page.goto(`${service.url}/docs`);
    await page.getByText('/healthz').click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.getByText('"status": "ok"').first().waitFor();
    expect(complaints).toEqual([]);
  });

  it('/redoc shows the operations', async () => {
    await page.goto(`${service.url}/redoc`);
    await page.getByRole('heading', { name: 'Civic Issue Reporting Service' }).first().waitFor();
    await page.getByText('/api/v1/citizen-reports').first().waitFor({ state: 'attached' });
    expect(complaints).toEqual([]);
  });
});
