#pragma once
#include "engine/upper/Detail.h"
