import { Module } from '@nestjs/common';
import { Environment } from '../../config/environment';
import { Taxonomy } from '../taxonomy/taxonomy';
import { CityClock } from './city-clock';
import { Hazards } from './hazards';
import { loadPrioritySettings } from './load-priority-settings';
import { NearbyPlaces } from './nearby-places.service';
import { PrioritySettings } from './priority-settings';

/** What makes reports urgent. */
@Module({
  providers: [
    {
      provide: PrioritySettings,
      inject: [Taxonomy, Environment],
      useFactory: (taxonomy: Taxonomy, { PRIORITY_FILE }: Environment) =>
        loadPrioritySettings(taxonomy, PRIORITY_FILE),
    },
    {
      provide: CityClock,
      inject: [PrioritySettings, Environment],
      useFactory: (settings: PrioritySettings, { TIME_ZONE }: Environment) =>
        new CityClock(settings, TIME_ZONE),
    },
    Hazards,
    NearbyPlaces,
  ],
  exports: [PrioritySettings, CityClock, Hazards, NearbyPlaces],
})
export class PriorityModule {}
