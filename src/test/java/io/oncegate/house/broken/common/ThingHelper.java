package io.oncegate.house.broken.common;

class ThingHelper {}
