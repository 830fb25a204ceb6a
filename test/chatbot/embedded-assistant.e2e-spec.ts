import { clientWith } from '../support/accounts';
import { type RunningService, startService } from '../support/service';
import { NO_DOCUMENTS, type EndData, stream } from './chat-client';

describe('the embedded assistant', () => {
  let service: RunningService;
  let reports: string[];
  beforeAll(async () => {
    service = await startService(NO_DOCUMENTS);
    reports = [];
    for (const [title, category, address, longitude, status] of [
      ['Pothole', 'road_damage', '1 Lê Lợi, Quận 1', 106.7, 'pending'],
      ['Đèn hỏng', 'streetlight', '2 Lê Lợi, Quận 1', 106.701, 'in_progress'],
      ['Pothole again', 'road_damage', 'Pasteur, Quận 3', 106.75, 'resolved'],
    ] as const) {
      const { data } = await clientWith(service).post<{ id: string }>('/api/v1/citizen-reports', {
        title,
        description: 'Call 0901 234 567',
        category,
        address,
        location: { type: 'Point', coordinates: [longitude, 10.77] },
        reportedBy: 'Nguyễn Thị Mai',
      });
      if (status !== 'pending') {
        await clientWith(service).patch(`/api/v1/citizen-reports/${data.id}`, { status });
      }
      reports.push(data.id);
    }
  });
  afterAll(() => service.stop());

  const ask = async (message: string, conversation_id?: string): Promise<EndData> => {
    const { status, end, events } = await stream(service, { message, conversation_id });
    expect(status).toBe(200);
    const pieces = events.slice(1, -1).map(({ content }) => content);
    expect(pieces.join('')).toBe(end.full_response);
    expect(end).toMatchObject({ finish_reason: 'stop', model: 'embedded-assistant' });
    return end;
  };

  it.each([
    ['What can I report?', ['Potholes', "in the city's app"], []],
    ['Tôi có thể báo cáo những gì?', ['Ổ gà', 'trong ứng dụng của thành phố'], []],
    ['Can I report graffiti?', ['Graffiti', '14 days'], []],
    ['What was reported near Lê Lợi?', ['2 reports', 'Pothole', 'Đèn hỏng', 'in progress'], [1, 0]],
    ['gan duong le loi co su co gi', ['2 phản ánh', 'Pothole', 'đang xử lý'], [1, 0]],
    ['Reports within 500 m of 10.77, 106.70', ['2 reports', 'within 500 m'], [0, 1]],
    ['Which potholes are open?', ['One report', 'Pothole'], [0]],
    ['Ổ gà nào chưa sửa?', ['1 phản ánh', 'Pothole'], [0]],
    ['What was reported near Pasteur?', ['One report that mentions “Pasteur”'], [2]],
    ['How many potholes last month?', ['I found no reports', 'from last month'], []],
    ['How many potholes last year?', ['There are 2 reports', 'This is of all time'], []],
    ['How many potholes are there?', ['There are 2 reports'], []],
    ['Có bao nhiêu báo cáo?', ['Có tất cả 3 phản ánh', 'hôm nay 3'], []],
    ['What was reported near Nowhere Lane?', ['I found no reports', 'Nowhere Lane'], []],
    ['What is broken near me?', ['I do not know where you are'], []],
  ])('answers %j', async (message, parts, sources) => {
    const end = await ask(message);
    for (const part of parts) expect(end.full_response).toContain(part);
    expect(end.sources.map(({ id }) => reports.indexOf(id))).toEqual(sources);
  });

  it('tells the status of a report, by its id and by what was spoken of', async () => {
    const [, light = ''] = reports;
    const { full_response, sources } = await ask(`Status of ${light}?`, 'status');
    expect(full_response).toContain('“Đèn hỏng” is in progress since');
    expect(sources).toEqual([{ id: light, type: 'CitizenReport', title: 'Đèn hỏng', score: 1 }]);
    expect((await ask('Nó đã được xử lý chưa?', 'status')).full_response).toContain('“Đèn hỏng” đang xử lý');

    await ask('What was reported near Lê Lợi?', 'list');
    expect((await ask('tell me more about the second one', 'list')).full_response).toContain(
      '“Pothole” is pending',
    );
    expect((await ask('What is its status?')).full_response).toContain('Which report do you mean?');
    expect((await ask('Why was my report rejected?')).full_response).toContain('Which report do you mean?');
    const none = 'urn:ngsi-ld:CitizenReport:none';
    expect((await ask(none)).full_response).toBe(`There is no report ${none}.`);
  });

  it('says what it is, and how a model is connected', async () => {
    for (const message of ['Hello', 'Bạn là ai?', 'What can you do?']) {
      const { full_response } = await ask(message);
      for (const name of ['CHAT_MODEL', 'OPENAI_BASE_URL', 'OPENAI_API_KEY']) {
        expect(full_response).toContain(name);
      }
    }
  });

  it('tells who can do nothing about it only that it is simple', async () => {
    for (const [message, simple] of [
      ['Tell me a joke', 'only a simple assistant'],
      ['Thời tiết ngày mai thế nào?', 'chỉ là một trợ lý đơn giản'],
    ] as const) {
      const { full_response } = await ask(message);
      expect(full_response).toContain(simple);
      expect(full_response).not.toMatch(/[A-Z]+_[A-Z]+/);
    }
  });

  it('never tells who reported, or how to reach anybody', async () => {
    for (const message of ['Who reported what?', 'List all reports', reports[0] ?? '']) {
      const { full_response, sources } = await ask(message);
      expect(full_response + JSON.stringify(sources)).not.toMatch(/Nguyễn Thị Mai|0901/);
    }
  });

  it('is no model server that operators would miss', async () => {
    const { data } = await clientWith(service).get<object>('/admin/health');
    expect(data).toMatchObject({ status: 'healthy', services: { ai_service: { status: 'disabled' } } });
  });
});
