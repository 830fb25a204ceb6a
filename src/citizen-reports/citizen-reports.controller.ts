import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  HttpStatus,
  Param,
  Patch,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Roles } from '../auth/access';
import { type Caller, CurrentCaller } from '../auth/caller';
import { NoQueryDto } from '../common/validation/no-query.dto';
import { CitizenReportsService } from './citizen-reports.service';
import { CreateReportDto } from './dto/create-report.dto';
import { ListReportsQueryDto } from './dto/list-reports.query.dto';
import { ReportHistoryDto } from './dto/report-history.dto';
import { ReportHistoryQueryDto } from './dto/report-history.query.dto';
import { RepresentationQueryDto } from './dto/representation.query.dto';
import { UpdateReportDto } from './dto/update-report.dto';
import { EntityIdPipe } from './entity-id.pipe';
import {
  DocumentCreate,
  DocumentDelete,
  DocumentGet,
  DocumentHistory,
  DocumentList,
  DocumentUpdate,
} from './report-operations';
import { toFeature } from './report-geojson';
import { ReportPresenter } from './report-presenter';

const PATH = '/api/v1/citizen-reports';

const GEO_JSON = 'application/geo+json';

@ApiTags('Citizen reports')
@Controller({ path: 'citizen-reports', version: '1' })
export class CitizenReportsController {
  constructor(
    private readonly reports: CitizenReportsService,
    private readonly presenter: ReportPresenter,
  ) {}

  @Post()
  @Roles()
  @DocumentCreate()
  async create(
    @Body() report: CreateReportDto,
    @Query() _query: NoQueryDto,
    @CurrentCaller() caller: Caller | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object> {
    const created = await this.reports.create(report, caller);
    response.location(`${PATH}/${created.id}`);
    return this.presenter.entity(created);
  }

  @Get()
  @Roles()
  @DocumentList()
  async list(
    @Query() query: ListReportsQueryDto,
    @CurrentCaller() caller: Caller | undefined,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object | string> {
    if (prefersGeoJson(request, response)) {
      return this.presenter.featureCollection(await this.reports.list(query, caller), query);
    }
    response.type('json');
    return this.presenter.page(await this.reports.listInJson(query, caller), query);
  }

  @Get(':entity_id')
  @Roles()
  @DocumentGet()
  async get(
    @Param('entity_id', EntityIdPipe) id: string,
    @Query() { options }: RepresentationQueryDto,
    @CurrentCaller() caller: Caller | undefined,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object> {
    const report = await this.reports.read(id, caller);
    return prefersGeoJson(request, response) ? toFeature(report) : this.presenter.entity(report, options);
  }

  @Patch(':entity_id')
  @Roles('city_official', 'admin')
  @DocumentUpdate()
  async update(
    @Param('entity_id', EntityIdPipe) id: string,
    @Body() update: UpdateReportDto,
    @Query() _query: NoQueryDto,
    @CurrentCaller() caller: Caller | undefined,
  ): Promise<object> {
    return this.presenter.entity(await this.reports.update(id, update, caller));
  }

  @Delete(':entity_id')
  @Roles('city_official', 'admin')
  @HttpCode(HttpStatus.NO_CONTENT)
  @DocumentDelete()
  async remove(@Param('entity_id', EntityIdPipe) id: string, @Query() _query: NoQueryDto): Promise<void> {
    await this.reports.remove(id);
  }

  @Get(':entity_id/history')
  @Roles()
  @DocumentHistory()
  async history(
    @Param('entity_id', EntityIdPipe) id: string,
    @Query() query: ReportHistoryQueryDto,
    @CurrentCaller() caller: Caller | undefined,
  ): Promise<ReportHistoryDto> {
    return this.presenter.history(id, await this.reports.history(id, caller), query);
  }
}

/** Whether the client wants GeoJSON rather than JSON; the response is then marked as such. */
function prefersGeoJson(request: Request, response: Response): boolean {
  response.vary('Accept');
  // It cannot be preferred without being named, and to weigh what is accepted takes a good part of a short request.
  const isNamed = request.headers.accept?.toLowerCase().includes(GEO_JSON) === true;
  const prefers = isNamed && request.accepts(['application/json', GEO_JSON]) === GEO_JSON;
  if (prefers) response.type(GEO_JSON);
  return prefers;
}
