import { Controller, Get, NotFoundException, Query, Version } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { Public } from '../../src/auth/access';
import { Deprecated } from '../../src/common/deprecation/deprecated.decorator';
import { NoQueryDto } from '../../src/common/validation/no-query.dto';
import { clientWith } from '../support/accounts';
import { type RunningService, startService } from '../support/service';

/** An interface of which version 1 is on its way out. */
@Controller({ path: 'lamps', version: '1' })
@Public()
class LampsController {
  @Get()
  @Deprecated({
    since: '2026-12-01T00:00:00Z',
    sunset: '2027-12-01T00:00:00Z',
    successor: '/api/v2/lamps',
  })
  @ApiOperation({ operationId: 'listLampsV1', summary: 'Lamps as they were' })
  old(@Query() _query: NoQueryDto): object {
    return { version: 1 };
  }

  @Get()
  @Version('2')
  @ApiOperation({ operationId: 'listLamps', summary: 'Lamps' })
  current(): object {
    return { version: 2 };
  }

  @Get('none')
  @ApiOperation({ operationId: 'findNoLamp', summary: 'No lamp' })
  @Deprecated({ since: '2026-12-01T00:00:00Z' })
  none(): never {
    throw new NotFoundException('there is no lamp');
  }
}

const deprecation = {
  deprecation: '@1796083200',
  sunset: 'Wed, 01 Dec 2027 00:00:00 GMT',
  link: '</api/v2/lamps>; rel="successor-version"',
};

describe('versions of the interface', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService({}, { controllers: [LampsController] });
  });
  afterAll(() => service.stop());

  const get = (path: string) => clientWith(service).get<object>(path);

  it('stand beside each other below /api/v1 and /api/v2', async () => {
    expect((await get('/api/v1/lamps')).data).toEqual({ version: 1 });
    expect((await get('/api/v2/lamps')).data).toEqual({ version: 2 });
    expect((await get('/lamps')).status).toBe(404);
  });

  it('leave the paths without a version as they are, and have no second version yet', async () => {
    expect((await get('/healthz')).status).toBe(200);
    expect((await get('/admin/stats')).status).toBe(200);
    expect((await get('/api/v1/items')).status).toBe(200);
    expect((await get('/api/v2/items')).status).toBe(404);
    expect((await get('/api/v1/admin/stats')).status).toBe(404);
  });

  it('tell of the deprecation in the headers of the deprecated one alone', async () => {
    expect((await get('/api/v1/lamps')).headers).toMatchObject(deprecation);
    const { headers } = await get('/api/v2/lamps');
    for (const name of Object.keys(deprecation)) expect(headers).not.toHaveProperty(name);
  });

  it('tell of it on errors too, and of no sunset or successor that there is not', async () => {
    const invalid = await get('/api/v1/lamps?colour=red');
    expect(invalid.status).toBe(422);
    expect(invalid.headers).toMatchObject(deprecation);

    const missing = await get('/api/v1/lamps/none');
    expect(missing.status).toBe(404);
    expect(missing.headers).toHaveProperty('deprecation', '@1796083200');
    expect(missing.headers).not.toHaveProperty('sunset');
    expect(missing.headers).not.toHaveProperty('link');
  });

  it('are told apart in the OpenAPI document', async () => {
    const { data } = await clientWith(service).get<{ paths: Record<string, { get: object }> }>(
      '/openapi.json',
    );
    expect(data.paths['/api/v1/lamps']?.get).toMatchObject({ operationId: 'listLampsV1', deprecated: true });
    expect(data.paths['/api/v2/lamps']?.get).not.toHaveProperty('deprecated');
    expect(data.paths['/api/v1/lamps/none']?.get).toMatchObject({ deprecated: true });
  });
});
