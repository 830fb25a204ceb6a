import { redactContacts } from './redact';

describe('redactContacts', () => {
  it.each([
    ['write to mai.nguyen+city@example.com.vn.', 'write to [e-mail].'],
    ["<o'neil@mail.example>, jörg@straße.example", '<[e-mail]>, [e-mail]'],
    ['SĐT: 0901234567', 'SĐT: [phone]'],
    ['sdt0901.234.567 nhé', 'sdt[phone] nhé'],
    ['gọi 090 123 45 67 hoặc 028 3822 1234', 'gọi [phone] hoặc [phone]'],
    ['call +84 (0)90 123 45 67 now', 'call [phone] now'],
    ['+1 (757) 555-0123, (757) 555-0123', '[phone], [phone]'],
    ['757-555-0123 or 757.555.0123 or 7575550123', '[phone] or [phone] or [phone]'],
    ['98765 43210', '[phone]'],
    ['tel:+4930901820', 'tel:[phone]'],
    ['https://wa.me/84901234567', 'https://wa.me/[phone]'],
    ['٠٩٠١٢٣٤٥٦٧', '[phone]'],
    ['０９０１２３４５６７', '[phone]'],
    ['757–555–0123, 0901‑234‑567', '[phone], [phone]'],
    ['mai＠example.com, mai (at) example.com, mai[AT]example．com', '[e-mail], [e-mail], [e-mail]'],
    ['09\u200b01234567, mai@\u00adexample.com', '[phone], [e-mail]'],
  ])('hides %j', (text, redacted) => {
    expect(redactContacts(text)).toBe(redacted);
  });

  it.each([
    'at 106.7009, 10.7756 and 0.77561234',
    'on 2026-11-21 at 10:30:00, 2026-11-21T10:30:00.123Z',
    'urn:ngsi-ld:PointOfInterest:123456789012',
    '019a6a5e-7c1d-7d0c-9a41-908012345678',
    '273 Nguyễn Văn Cừ, Quận 5, 700000',
    'pole 12345678, $1,234,567.00, 192.168.100.200',
    'meet @ the corner, a@b',
    'Route 66, 55 dB, 1990-2026',
  ])('leaves %j', (text) => {
    expect(redactContacts(text)).toBe(text);
  });

  it('takes long texts that are nearly contacts in its stride', () => {
    for (const piece of ['a', '0', '+0 ', '1-', 'a@', '(', 'urn:']) {
      const text = piece.repeat(20_000);
      expect(redactContacts(text).length).toBeLessThanOrEqual(text.length);
    }
  });
});
